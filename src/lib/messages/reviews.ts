/** Texts of the reviews island; product.ts contains the texts of a review and of all parts that open on demand. */
import type { TextsOf } from './format.ts';

export const reviewTexts = {
  reviewsWithStars_one: '{star} of 5 stars: {count} review. Show only this one',
  reviewsWithStars_other: '{star} of 5 stars: {count} reviews. Show only these',
  writeReview: 'Write a review',
} as const;

export type ReviewTexts = TextsOf<typeof reviewTexts>;
