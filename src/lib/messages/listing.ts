/** Texts of the button that applies a list's filters, with the number of results; loaded with the script that counts the results. */
export const listingTexts = {
  showCount_one: 'Show {count} product',
  showCount_other: 'Show {count} products',
  showNone: 'Nothing fits',
} as const;
