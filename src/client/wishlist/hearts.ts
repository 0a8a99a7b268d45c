/** The hearts of cards: which are filled, and what a press does. Fetched when somebody comes near one, or has a list. */
import { announce } from '#client/announce.ts';
import { $texts, inPageLanguage } from '#client/stores/texts.ts';
import { $wishes, addWish, removeWish } from '#client/stores/wishlist.ts';
import { wordsIn } from '#lib/messages/format.ts';
import { heartTexts } from '#lib/messages/wishlist.ts';
import { mostWishes } from '#lib/wishlist/wishes.ts';

const isWished = (product: number) => $wishes.get().some((wish) => wish.product === product);

/** Fills the hearts of what is wished for. @param place those in it: cards may have come later */
export function markHearts(place: ParentNode): void {
  for (const heart of place.querySelectorAll('.card-heart')) {
    heart.setAttribute('aria-pressed', String(isWished(productOf(heart).id)));
  }
}
// Also when another tab changes the list.
$wishes.subscribe(() => markHearts(document));

/** Puts the heart's product into the list, as the variant that is chosen there, or takes it out. */
export function pressHeart(heart: Element): void {
  const { id, variant } = productOf(heart);
  const wasWished = isWished(id);
  const isDone = !wasWished ? addWish(id, variant) : void removeWish(id);
  inPageLanguage(() => {
    const words = wordsIn(heartTexts, $texts.get() ?? {});
    if (isDone === false) alert(words.text('wishlistFull', { count: mostWishes }));
    else announce(wasWished ? words.unwished : words.wished);
  });
  if (isDone !== false) void import('./sync-wishlist.ts').then(({ syncWishlist }) => syncWishlist(), ignore);
}

function productOf(heart: Element): { id: number; variant: number } {
  const card = heart.closest<HTMLElement>('[data-product]');
  const { search } = card?.querySelector<HTMLAnchorElement>('.card-title a') ?? location;
  return {
    id: Number(card?.dataset.product),
    variant: Number(new URLSearchParams(search).get('variant')),
  };
}

/** Told the next time: the list of this device is whole. */
function ignore(): void {}
