/** What a pressed heart says, on every page. */
export const heartTexts = {
  wished: 'Saved to your wishlist',
  unwished: 'Taken out of your wishlist',
  wishlistFull: 'Your wishlist is full: it holds {count} things. Remove one first.',
} as const;
