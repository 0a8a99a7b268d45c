/** Messages of the wishlist button; they are needed on every page. */
export const wishlistButtonTexts = {
  wished: 'Saved to your wishlist',
  unwished: 'Removed from your wishlist',
  wishlistFull: 'Your wishlist is full ({count} items). Remove one first.',
} as const;
