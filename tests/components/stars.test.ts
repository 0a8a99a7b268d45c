import { expect, test } from 'vitest';
import Stars from '#components/Stars.astro';
import { odd, rendered } from './rendered.ts';

const words = { stars: `{stars} of 5 ${odd}`, reviewCount_other: odd };

test('stars say their words as words, whatever signs the shop put into them; without reviews there are none [CARD-03]', async () => {
  const of = (count: number) => rendered(Stars, { average: 4.26, count, href: '#reviews' }, words);
  const stars = await of(24);
  expect(stars.querySelector('svg')?.getAttribute('aria-label')).toBe(`4.3 of 5 ${odd}`);
  expect(stars.querySelector('a.stars > span')?.textContent).toBe(`24 ${odd}`);
  expect(stars.querySelectorAll('b, script')).toHaveLength(0);
  expect((await of(0)).childElementCount).toBe(0);
});

test.each([
  [
    'pl',
    { reviewCount_one: 'opinia', reviewCount_few: 'opinie', reviewCount_many: 'opinii' },
    { 1: 'opinia', 2: 'opinie', 5: 'opinii', 22: 'opinie', 112: 'opinii' },
  ],
  [
    'ar',
    {
      ...{ reviewCount_one: 'تقييم', reviewCount_two: 'تقييمان', reviewCount_few: 'تقييمات' },
      ...{ reviewCount_many: 'تقييمًا', reviewCount_other: 'تقييم (مئات)' },
    },
    { 1: 'تقييم', 2: 'تقييمان', 3: 'تقييمات', 11: 'تقييمًا', 100: 'تقييم (مئات)' },
  ],
])('how many reviews there are is said in the forms of %s [CARD-03, I18N-01]', async (lang, texts, said) => {
  for (const [count, word] of Object.entries(said)) {
    const stars = await rendered(Stars, { average: 4, count: Number(count) }, texts, lang);
    expect(stars.querySelector('.visually-hidden')?.textContent).toBe(` ${word}`);
  }
});
