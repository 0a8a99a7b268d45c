/** Texts of the promotion offers on a product page (islands/offers). */
export const offerTexts = {
  offerInSet: 'In the set: {title}',
  offerVariant: 'Which {title}',
  offerPiece: 'Piece {number}',
  offerTogether: 'Together {amount}',
  offerInstead: 'instead of {amount}',
  offerAdd: 'Add the set to the bag',
  offerSoldOut: 'This set is sold out for now.',
  offerFailed: 'This could not be priced. Please try again.',
  offerSaves: 'Adding this saves {amount}.',
  offerTable: 'Several at once',
  offerTableAdd: 'Add all to the bag',
  offerTableNone: 'Choose how many of each.',
  offerTablePieces: 'Pieces: {count}',
} as const;
