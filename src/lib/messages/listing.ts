/** Texts of a list's filter button with the number of results; loaded with the script that counts them. */
export const listingTexts = {
  showCount_one: 'Show {count} product',
  showCount_other: 'Show {count} products',
  showNone: 'Nothing fits',
} as const;
