/** Words of the reviews on a product's page; what is said once something of them is opened stands in product.ts. */
import { defaultTexts } from '../text.ts';

export const reviewTexts = {
  stars: '{stars} out of 5 stars',
  verifiedPurchase: 'Verified purchase',
  helpful: 'Helpful',
  reviewPicture: '{number} of {count}, by {name}',
  reviewsWithStars: '{star} stars: {count} reviews. Show only these',
  writeReview: 'Write a review',
} as const;

/** All that the island of the reviews says. */
export const reviewWords = { ...reviewTexts, viewMore: defaultTexts.viewMore } as const;

export type ReviewTexts = Record<keyof typeof reviewWords, string>;
