import { expect, it } from 'vitest';
import { countHtml, starsSvg } from '#lib/pages/stars.ts';

it('writes the shop’s words beside stars as words, whatever signs they have', () => {
  const svg = starsSvg(4.26, '{stars} of 5" onload="alert(1) <b> & more');
  expect(svg).toContain('aria-label="4.3 of 5&#34; onload=&#34;alert(1) &#60;b> &#38; more"');
});

it('says how many reviews gave them in words of the shop that cannot leave their place', () => {
  expect(countHtml(24, 'reviews <b> & more')).toBe(
    '<span>24<span class="visually-hidden"> reviews &#60;b> &#38; more</span></span>',
  );
});
