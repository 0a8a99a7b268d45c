/** What the button of a list's filters says once a choice has been counted; it comes with the counting. */
export const listingTexts = {
  showCount_one: 'Show {count} product',
  showCount_other: 'Show {count} products',
  showNone: 'Nothing fits',
} as const;
