/** The hearts of cards: which are filled. Fetched when somebody comes near a card: pages are the same for all. */
import { $wishes } from '#client/stores/wishlist.ts';

/** Fills the hearts of what is wished for, those of cards that came later too. @param pressed puts its product into the list, or takes it out */
export function tendHearts(pressed?: Element): void {
  if (pressed) {
    const link = pressed.closest('.card')?.querySelector<HTMLAnchorElement>('.card-title a');
    const variant = Number(new URLSearchParams(link?.search).get('variant'));
    import('./press-heart.ts').then(({ pressHeart }) => pressHeart(productOf(pressed), variant), ignore);
  }
  const wished = new Set($wishes.get().map(({ product }) => product));
  for (const heart of document.querySelectorAll('.card-heart')) {
    const isFilled = String(wished.has(productOf(heart)));
    if (heart.ariaPressed !== isFilled) heart.ariaPressed = isFilled;
  }
}
// Also when another tab changes the list.
$wishes.listen(() => tendHearts());

function productOf(heart: Element): number {
  return Number(heart.closest<HTMLElement>('.card')?.dataset.product);
}

/** The next press asks for it again. */
function ignore(): void {}
