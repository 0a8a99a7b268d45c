import { expect, test } from 'vitest';
import Stars from '#components/Stars.astro';
import { odd, rendered } from './rendered.ts';

const words = { stars: `{stars} of 5 ${odd}`, reviewMany: odd };

test('stars say their words as words, whatever signs the shop put into them; without reviews there are none [CARD-03]', async () => {
  const of = (count: number) => rendered(Stars, { average: 4.26, count, href: '#reviews' }, words);
  const stars = await of(24);
  expect(stars.querySelector('svg')?.getAttribute('aria-label')).toBe(`4.3 of 5 ${odd}`);
  expect(stars.querySelector('a.stars > span')?.textContent).toBe(`24 ${odd}`);
  expect(stars.querySelectorAll('b, script')).toHaveLength(0);
  expect((await of(0)).childElementCount).toBe(0);
});
