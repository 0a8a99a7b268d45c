import { expect, test } from 'vitest';
import Page500 from '../../src/pages/500.astro';
import Page503 from '../../src/pages/503.astro';
import { htmlOf, odd } from './rendered.ts';

const errorFrame = {
  shopName: 'Marram',
  logo: { src: '/logo.svg', alt: odd },
  sheet: '/theme-shop-1-abc.css',
  links: [{ name: odd, href: '/collections/new' }],
  menuLabel: 'Menu',
  lang: 'en',
};
const fails = () => {
  throw new Error('An error page must not read anything');
};
const answers = Object.fromEntries(
  ['storefront/shop', 'currency', 'test/getLanguage', 'test/getHeader', 'test/getFooter'].map((name) => [
    `GET /api/v1/${name}`,
    fails,
  ]),
);

test('the 500 page reads nothing and has the logo, colours and menu that it is passed; the 503 page, which is cached, has none', async () => {
  const html = await htmlOf(Page500, {}, {}, '', { answers, errorFrame });
  const page = new DOMParser().parseFromString(
    html.replace(/<link rel="stylesheet"[^>]*>/g, ''),
    'text/html',
  );
  expect(page.querySelector('.logo img')?.getAttribute('src')).toBe('/logo.svg');
  expect(page.querySelector('.logo img')?.getAttribute('alt')).toBe(odd);
  const links = [...page.querySelectorAll('nav a')];
  expect(links.map((link) => [link.getAttribute('href'), link.textContent?.trim()])).toEqual([
    ['/collections/new', odd],
  ]);
  expect(html).toContain('<link rel="stylesheet" href="/theme-shop-1-abc.css">');

  expect(await htmlOf(Page500, {}, {}, '', { answers })).not.toContain('class="logo"');
  expect(await htmlOf(Page503, {}, {}, '', { answers, errorFrame })).not.toContain('class="logo"');
});
