import { expect, it } from 'vitest';
import { wordsIn } from '#lib/messages/format.ts';
import { reviewTexts } from '#lib/messages/reviews.ts';
import { starsLabel, starsOutline } from '#lib/pages/stars.ts';

it('says and draws stars to a tenth of one', () => {
  expect(starsLabel(4.26, wordsIn(reviewTexts, { stars: '{stars} of 5' }))).toBe('4.3 of 5');
  expect([0, 4.26, 5].map(starsOutline)).toEqual(['M0 0h0v16H0z', 'M0 0h74v16H0z', 'M0 0h85v16H0z']);
});
