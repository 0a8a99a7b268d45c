/** What a pressed heart does: the list changes at once, the account is told when it can be. */
import { announce } from '#client/announce.ts';
import { $texts, inPageLanguage } from '#client/stores/texts.ts';
import { $wishes, addWish, removeWish } from '#client/stores/wishlist.ts';
import { wordsIn } from '#lib/messages/format.ts';
import { heartTexts } from '#lib/messages/hearts.ts';
import { mostWishes } from '#lib/wishlist/wishes.ts';
import { syncWishlist } from './sync-wishlist.ts';

/** @param variant the one that is chosen there; 0 for none */
export function pressHeart(product: number, variant: number): void {
  const wasWished = $wishes.get().some((wish) => wish.product === product);
  if (wasWished) removeWish(product);
  const isFull = !wasWished && !addWish(product, variant);
  inPageLanguage(() => {
    const words = wordsIn(heartTexts, $texts.get() ?? {});
    if (isFull) alert(words.text('wishlistFull', { count: mostWishes }));
    else announce(wasWished ? words.unwished : words.wished);
  });
  if (!isFull) void syncWishlist();
}
