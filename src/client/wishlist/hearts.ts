/** The hearts of cards: which are filled. Fetched when somebody comes near one, or has a list. */
import { $wishes } from '#client/stores/wishlist.ts';

/**
 * Fills the hearts of what is wished for.
 * @param place those in it: cards may have come later. A heart that was pressed puts its product into the list, or takes it out
 */
export function tendHearts(place: ParentNode, isPressed?: boolean): void {
  if (isPressed) {
    const { product, variant } = heartedBy(place as Element);
    import('./press-heart.ts').then(({ pressHeart }) => pressHeart(product, variant), ignore);
    return;
  }
  const wished = new Set($wishes.get().map(({ product }) => product));
  for (const heart of place.querySelectorAll('.card-heart')) {
    heart.setAttribute('aria-pressed', String(wished.has(heartedBy(heart).product)));
  }
}
// Also when another tab changes the list.
$wishes.listen(() => tendHearts(document));

/** The product, and the variant that is chosen there; 0 for none. */
function heartedBy(heart: Element): { product: number; variant: number } {
  const card = heart.closest<HTMLElement>('[data-product]');
  const { search } = card?.querySelector<HTMLAnchorElement>('.card-title a') ?? location;
  return {
    product: Number(card?.dataset.product),
    variant: Number(new URLSearchParams(search).get('variant')),
  };
}

/** The next press asks for it again. */
function ignore(): void {}
