/** Words of the reviews on a product's page; what is said once something of them is opened stands in product.ts. */
import type { WordsOf } from './format.ts';

export const reviewTexts = {
  stars: '{stars} out of 5 stars',
  verifiedPurchase: 'Verified purchase',
  helpful: 'Helpful',
  reviewPicture: '{number} of {count}, by {name}',
  reviewsWithStars_one: '{star} of 5 stars: {count} review. Show only these',
  reviewsWithStars_other: '{star} of 5 stars: {count} reviews. Show only these',
  writeReview: 'Write a review',
} as const;

export type ReviewWords = WordsOf<typeof reviewTexts>;
