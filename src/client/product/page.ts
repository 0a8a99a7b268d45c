/**
 * The product page's own script: waits for the first sign of a shopper, then fetches the rest. Clicks until then are noted by
 * the page (client/intent/click-replay.ts) and acted on when it is there.
 */
import { earlyTargets } from '#client/intent/click-replay.ts';
import { isPlainClick } from '#client/page/is-plain-click.ts';
import type { LoadPayPal } from './page-parts.ts';

const signs = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'scroll', 'click'] as const;

/** @param loadPayPal fetches what pays by PayPal's button on this page */
export function startProductPage(loadPayPal: LoadPayPal): void {
  mountBuyBar();
  const paypal = document.getElementById('paypal-detail');
  // Seen from the start, its button costs nothing until somebody is there: a press waits until it is known how to pay.
  paypal?.addEventListener('click', () => {
    paypal.dataset.pressed = '';
  });
  // 500 ms after the page has loaded, as these scripts come then (PPX-03, PPX-04). What decides about the button is several
  // times as large and takes the answer over, or fetches one of its own.
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
        // Lost: links are links again.
        () => {},
      )
      .finally(() => {
        isThere = true;
      });
  };
  // The addresses of pictures and thumbnails are for visitors without scripts.
  document.querySelector('.gallery')?.addEventListener('click', (event) => {
    if (!isThere && isPlainClick(event as MouseEvent)) event.preventDefault();
  });
  for (const sign of signs) addEventListener(sign, start, { capture: true, passive: true });
  const wasActive = (['click', 'change'] as const).some(
    (type) => earlyTargets(type, document.body).length > 0,
  );
  // An opened fold waits for its content.
  if (wasActive || document.querySelector('#others[open]') || scrollY > 0) start();
}

/** The form's second button stands at the foot of the window while the whole first one is not in sight, below the header. */
function mountBuyBar(): void {
  const bar = document.querySelector<HTMLElement>('.buy-bar');
  const row = document.querySelector('.buy-row');
  if (!bar || !row) return;
  new IntersectionObserver(
    (entries) => {
      const { isIntersecting } = entries.at(-1)!;
      // Its button is the other's: hidden, it hands the focus over.
      if (isIntersecting && bar.contains(document.activeElement))
        row.querySelector<HTMLElement>('[type=submit]')?.focus({ preventScroll: true });
      bar.hidden = isIntersecting;
    },
    { rootMargin: '-64px 0px -48px' },
  ).observe(row);
}
