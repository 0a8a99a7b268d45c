/** The words for the gifts of a bag; they come with them. */
export const giftTexts = {
  giftsTitle: 'Gifts',
  giftAdd: 'Add gift',
  giftAddOf: 'Add {title} as a gift',
  giftTaken: 'In your bag',
  giftReached: 'Reached',
  giftAhead: 'Not reached yet',
} as const;
