/** The words of the wishlist: those of the heart, which islands of every page may say, and those of its page. */
export const heartTexts = {
  wished: 'Saved to your wishlist',
  unwished: 'Taken out of your wishlist',
  wishlistFull: 'Your wishlist is full: it holds {count} things. Remove one first.',
} as const;

export const wishlistTexts = {
  wishlist: 'Wishlist',
  saveToWishlist: 'Save to wishlist',
  wishlistWithoutScripts: 'Your wishlist is kept in your browser. To see it, please switch on JavaScript.',
  wishlistEmpty: 'Nothing saved yet',
  wishlistEmptyHint: 'Press the heart of what you like, and find it here again.',
  wishlistRemove: 'Remove',
  wishlistRemoved: 'They are taken out of your list.',
  wishlistLost: 'Your wishlist could not be shown. Please check your connection and try again.',
  wishlistMissing_one: '{count} thing you saved can no longer be had.',
  wishlistMissing_other: '{count} things you saved can no longer be had.',
  wishlistLogin: 'Log in to have your wishlist on all your devices, and to share it.',
  wishlistShare: 'Share this list',
  wishlistShareHint:
    'Whoever has the link sees what is on your list, and neither your name nor your address.',
  wishlistLink: 'Link to your list',
  wishlistCopy: 'Copy the link',
  wishlistUnshare: 'Stop sharing',
  wishlistUnshared: 'The link opens nothing any more.',
  wishlistShared: 'A wishlist',
  wishlistSharedLead: 'Somebody has shared this list with you.',
  wishlistSharedEmpty: 'Nothing is on this list just now.',
  wishlistSharedGone: 'This list is not shared, or not any more.',
  wishlistOwn: 'To your own wishlist',
} as const;
