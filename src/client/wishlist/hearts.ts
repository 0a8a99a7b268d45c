/** The hearts of cards. Fetched when somebody comes near a card: pages are the same for all, and tell nobody which are filled. */
import { earlyTargets } from '#client/intent/click-replay.ts';
import { $wishlist } from '#client/stores/wishlist.ts';

/** Fills the hearts of what is wished for. */
function fillHearts(): void {
  const wishlistIds = new Set($wishlist.get().map(({ product }) => product));
  for (const heart of document.querySelectorAll('.card-heart')) {
    const isFilled = String(wishlistIds.has(productOf(heart)));
    if (heart.ariaPressed !== isFilled) heart.ariaPressed = isFilled;
  }
}

/** Puts its product into the list as the variant that is chosen on the card, or takes it out. */
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
// Also when another tab changes the list.
$wishlist.listen(fillHearts);
// Cards that came later are filled when somebody comes near them.
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
// The click that this script was fetched for, and those from before the page's scripts were there.
for (const target of earlyTargets('click', document.body)) click(target);

/** The next press asks for it again. */
function ignore(): void {}
