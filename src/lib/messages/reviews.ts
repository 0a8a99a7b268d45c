/** Words of the reviews' island; what a card says, and what is said once something is opened, stands in product.ts. */
import type { WordsOf } from './format.ts';

export const reviewTexts = {
  reviewsWithStars_one: '{star} of 5 stars: {count} review. Show only this one',
  reviewsWithStars_other: '{star} of 5 stars: {count} reviews. Show only these',
  writeReview: 'Write a review',
} as const;

export type ReviewWords = WordsOf<typeof reviewTexts>;
