/** The hearts of cards, loaded on approaching a card: pages are cached for everyone, so the HTML has only empty hearts. */
import { earlyTargets } from '#client/intent/click-replay.ts';
import { $wishlist } from '#client/stores/wishlist.ts';

function fillHearts(): void {
  const wishlistIds = new Set($wishlist.get().map(({ product }) => product));
  for (const heart of document.querySelectorAll('.card-heart')) {
    const isFilled = String(wishlistIds.has(productOf(heart)));
    if (heart.ariaPressed !== isFilled) heart.ariaPressed = isFilled;
  }
}

/** Adds the card's product in its chosen variant to the wishlist, or removes it. */
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
// Cards added later are filled when pointer or focus reaches them.
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
// The click that loaded this script, and those from before the page's scripts ran.
for (const target of earlyTargets('click', document.body)) click(target);

/** The next press loads it again. */
function ignore(): void {}
