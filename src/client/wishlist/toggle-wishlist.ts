/** Handles a pressed heart: the list changes at once, the account is updated afterwards. */
import { announce } from '#client/page/announce.ts';
import { $texts, whenTextsLoaded } from '#client/stores/texts.ts';
import { $wishlist, addToWishlist, removeFromWishlist } from '#client/stores/wishlist.ts';
import { createTexts } from '#lib/messages/format.ts';
import { wishlistButtonTexts } from '#lib/messages/wishlist-button.ts';
import { maxWishlistItems } from '#lib/wishlist/wishlist-items.ts';
import { syncWishlist } from './sync-wishlist.ts';

/** @param variant the chosen one; 0 for none */
export function toggleWishlist(product: number, variant: number): void {
  const wasWished = $wishlist.get().some((wish) => wish.product === product);
  if (wasWished) removeFromWishlist(product);
  const isFull = !wasWished && !addToWishlist(product, variant);
  whenTextsLoaded(() => {
    const texts = createTexts(wishlistButtonTexts, $texts.get() ?? {});
    if (isFull) alert(texts.text('wishlistFull', { count: maxWishlistItems }));
    else announce(wasWished ? texts.unwished : texts.wished);
  });
  if (!isFull) void syncWishlist();
}
