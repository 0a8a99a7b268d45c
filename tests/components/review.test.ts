import { expect, test } from 'vitest';
import Review from '#components/Review.astro';
import Stars from '#components/Stars.astro';
import { odd, rendered } from './rendered.ts';

const words = {
  ...{ stars: `{stars} of 5 ${odd}`, verifiedPurchase: odd, helpful: odd, reviewMany: odd },
  reviewPicture: '{number} of {count} by {name}',
};

test('a review says nothing but what it says, whatever was written into it [PDP-16, PDP-19, PDP-32]', async () => {
  const review = {
    ...{ id: 5, nickname: odd, star: 4, content: `${odd}<script>`, like_num: 2, liked: false },
    ...{
      is_verified: true,
      created_at: Date.UTC(2026, 0, 2, 23),
      images: ['/media/upload/a.jpeg', `/${odd}`],
    },
  };
  const full = await rendered(Review, { review }, words);
  expect(full.querySelector('svg')?.getAttribute('aria-label')).toBe(`4 of 5 ${odd}`);
  expect(full.querySelector('p')?.textContent).toBe(`${odd}<script>`);
  expect([...full.querySelector('.review-meta')!.children].map((part) => part.textContent)).toEqual([
    ...[odd, odd, 'January 2, 2026', `${odd} 2`],
  ]);
  expect(full.querySelector('button')?.value).toBe('5');
  expect([...full.querySelectorAll('img')].map(({ alt }) => alt)).toEqual([
    `1 of 2 by ${odd}`,
    `2 of 2 by ${odd}`,
  ]);
  expect(full.querySelectorAll('a')[1]?.getAttribute('href')).toBe(`/${odd}`);
  expect(full.querySelectorAll('b')).toHaveLength(1);
  const plain = { ...review, images: [], is_verified: false, like_num: 0 };
  const less = await rendered(Review, { review: plain }, words);
  expect(less.querySelectorAll('.verified, .review-pictures')).toHaveLength(0);
  expect([...less.querySelector('.review-meta')!.children].map((part) => part.textContent)).toEqual([
    ...[odd, 'January 2, 2026', `${odd} `],
  ]);
});

test('stars say their words as words, whatever signs the shop put into them; without reviews there are none [CARD-03]', async () => {
  const of = (count: number) => rendered(Stars, { average: 4.26, count, href: '#reviews' }, words);
  const stars = await of(24);
  expect(stars.querySelector('svg')?.getAttribute('aria-label')).toBe(`4.3 of 5 ${odd}`);
  expect(stars.querySelector('a.stars > span')?.textContent).toBe(`24 ${odd}`);
  expect(stars.querySelectorAll('b, script')).toHaveLength(0);
  expect((await of(0)).childElementCount).toBe(0);
});
