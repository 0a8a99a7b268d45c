/**
 * The product page's entry script: loads the other scripts on the first interaction. Clicks made before they run are recorded
 * (client/intent/click-replay.ts).
 */
import { earlyTargets } from '#client/intent/click-replay.ts';
import { isPlainClick } from '#client/page/is-plain-click.ts';
import type { LoadPayPal } from './page-parts.ts';

const signs = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'scroll', 'click'] as const;

/** Starts the product page. @param loadPayPal loads the PayPal button of the product page */
export function startProductPage(loadPayPal: LoadPayPal): void {
  mountBuyBar();
  const paypal = document.getElementById('paypal-detail');
  // Before the PayPal script loads, only record the click; it is handled once the payment flow is determined.
  paypal?.addEventListener('click', () => {
    paypal.dataset.pressed = '';
  });
  // Fetches the PayPal configuration 500 ms after page load, which is when this script runs (PPX-03, PPX-04). The code that decides whether
  // to show the button is several times as large; it reuses this response or fetches its own.
  setTimeout(async () => {
    if (paypal)
      paypal.dataset.config = await fetch('/api/v1/paypal/multiple').then((answer) => answer.text(), String);
  }, 500);
  let isThere = false;
  const start = () => {
    for (const sign of signs) removeEventListener(sign, start, true);
    const load = () => import('./page-parts.ts').then(({ mountProductPage }) => mountProductPage);
    load()
      .catch(load)
      .then(
        (mount) => mount(loadPayPal),
        // After a failed load, `isThere` is set as well, so that links navigate again.
        () => {},
      )
      .finally(() => {
        isThere = true;
      });
  };
  // The links of gallery images and thumbnails are only for browsers without scripts.
  document.querySelector('.gallery')?.addEventListener('click', (event) => {
    if (!isThere && isPlainClick(event as MouseEvent)) event.preventDefault();
  });
  for (const sign of signs) addEventListener(sign, start, { capture: true, passive: true });
  const wasActive = (['click', 'change'] as const).some(
    (type) => earlyTargets(type, document.body).length > 0,
  );
  if (wasActive || document.querySelector('#others[open]') || scrollY > 0) start();
}

/** Displays the buy bar at the bottom of the window while the form's own button is not fully visible below the header. */
function mountBuyBar(): void {
  const bar = document.querySelector<HTMLElement>('.buy-bar');
  const row = document.querySelector('.buy-row');
  if (!bar || !row) return;
  new IntersectionObserver(
    (entries) => {
      const { isIntersecting } = entries.at(-1)!;
      // The bar is about to be hidden: move the focus from it to the form's equivalent button.
      if (isIntersecting && bar.contains(document.activeElement))
        row.querySelector<HTMLElement>('[type=submit]')?.focus({ preventScroll: true });
      bar.hidden = isIntersecting;
    },
    { rootMargin: '-64px 0px -48px' },
  ).observe(row);
}
