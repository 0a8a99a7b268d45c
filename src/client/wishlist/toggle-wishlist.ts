/** Handles a click on a wishlist heart: the wishlist changes immediately, the account is updated afterwards. */
import { announce } from '#client/page/announce.ts';
import { $texts, whenTextsLoaded } from '#client/stores/texts.ts';
import { $wishlist, addToWishlist, removeFromWishlist } from '#client/stores/wishlist.ts';
import { createTexts } from '#lib/messages/format.ts';
import { wishlistButtonTexts } from '#lib/messages/wishlist-button.ts';
import { maxWishlistItems } from '#lib/wishlist/wishlist-items.ts';
import { syncWishlist } from './sync-wishlist.ts';

/** Adds a product to the wishlist, or removes it. @param variant id of the chosen variant; 0 for none */
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
