/** Texts of the gift list in the bag; loaded together with the list. */
export const giftTexts = {
  giftsTitle: 'Gifts',
  giftAdd: 'Add gift',
  giftAddOf: 'Add {title} as a gift',
  giftTaken: 'In your bag',
  giftReached: 'Reached',
  giftAhead: 'Not reached yet',
} as const;
