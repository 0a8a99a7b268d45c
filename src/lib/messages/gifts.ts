/** Texts of the gifts in the bag; loaded with them. */
export const giftTexts = {
  giftsTitle: 'Gifts',
  giftAdd: 'Add gift',
  giftAddOf: 'Add {title} as a gift',
  giftTaken: 'In your bag',
  giftReached: 'Reached',
  giftAhead: 'Not reached yet',
} as const;
