/** The words of the bag's parts, beside those every island has (text.ts). They come with the bag's contents. */
export const bagTexts = {
  selectAll: 'Select all',
  selectLine: 'Select {title}',
  selectGroup: 'Select all of: {name}',
  nothingSelected: 'Select what you would like to order.',
  quantityNow: '{title}: {count}',
  deleteSet: 'Delete the set with {title}',
  giftLine: 'Gift',
  giftFree: 'Free',
  giftsCame: 'Added to your bag as a gift: {titles}.',
  codeAdd: 'Add a discount code',
  code: 'Discount code',
  codeRemove: 'Remove',
  codeRemoveOf: 'Remove discount code {code}',
  codeUnused: '{code} does not fit what is in your bag.',
  codeFilled: 'We applied the discount code {code} for you.',
  codeRemoved: 'Discount code {code} removed.',
  freeShippingPieces: 'Add {count} more for free shipping',
  discountsFailed: 'Discounts could not be worked out. You see prices without them.',
  offersNow: 'Offers now',
} as const;

export type BagTextKey = keyof typeof bagTexts;
export type BagTexts = Readonly<Record<BagTextKey, string>>;
