/** Words of the reviews on a product's page; what is said once something of them is opened stands in product.ts. */
export const reviewTexts = {
  stars: '{stars} out of 5 stars',
  verifiedPurchase: 'Verified purchase',
  helpful: 'Helpful',
  reviewPicture: '{number} of {count}, by {name}',
  reviewsWithStars: '{star} stars: {count} reviews. Show only these',
  writeReview: 'Write a review',
} as const;

export type ReviewTexts = Record<keyof typeof reviewTexts, string>;
