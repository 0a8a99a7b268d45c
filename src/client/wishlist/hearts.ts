/**
 * Wishlist hearts on product cards, loaded when a card is hovered, touched or focused. Pages are cached for everyone, so their HTML
 * contains only empty hearts.
 */
import { earlyTargets } from '#client/intent/click-replay.ts';
import { $wishlist } from '#client/stores/wishlist.ts';

function fillHearts(): void {
  const wishlistIds = new Set($wishlist.get().map(({ product }) => product));
  for (const heart of document.querySelectorAll('.card-heart')) {
    const isFilled = String(wishlistIds.has(productOf(heart)));
    if (heart.ariaPressed !== isFilled) heart.ariaPressed = isFilled;
  }
}

/** Adds the card's product, in the chosen variant, to the wishlist, or removes it. */
function press(heart: Element): void {
  const link = heart.closest('.card')?.querySelector<HTMLAnchorElement>('.card-title a');
  const variant = Number(new URLSearchParams(link?.search).get('variant'));
  import('./toggle-wishlist.ts').then(
    ({ toggleWishlist: pressHeart }) => pressHeart(productOf(heart), variant),
    ignore,
  );
}

function productOf(heart: Element): number {
  return Number(heart.closest<HTMLElement>('.card')?.dataset.product);
}

fillHearts();
$wishlist.listen(fillHearts);
// Hearts of cards added later are filled when the card is hovered, touched or focused.
for (const sign of ['pointerover', 'touchstart', 'focusin'])
  document.addEventListener(
    sign,
    ({ target }) => {
      if (target instanceof Element && target.closest('.card')) fillHearts();
    },
    { passive: true },
  );
const click = (target: Element) => {
  const heart = target.closest('.card-heart');
  if (heart) press(heart);
};
document.addEventListener('click', ({ target }) => click(target as Element));
// Handle the click that loaded this script, and clicks from before the page's scripts ran.
for (const target of earlyTargets('click', document.body)) click(target);

/** Ignores a load failure; the next click loads the module again. */
function ignore(): void {}
