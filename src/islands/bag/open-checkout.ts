import { clientId } from '#client/api/client-id.ts';
import { $pricingState, $quote, $shown, follow, priceBag } from '#client/bag/page-pricing.ts';
import { $bag } from '#client/bag/store.ts';
import { requestCheckout } from '#client/checkout/request-checkout.ts';
import { storeSentLines } from '#client/checkout/sent-lines.ts';
import { atShownPrices } from '#lib/bag/bag-pricing.ts';
import type { ShownBag } from '#lib/bag/bag-view-model.ts';
import {
  type BagOutcome,
  type CheckoutExtras,
  checkoutBody,
  checkoutOutcome,
  isAsPressed,
} from '#lib/bag/checkout.ts';

/** A click on the checkout button. */
export interface CheckoutClick {
  /** The bag as displayed at the click. */
  shown: ShownBag;
  /** Aborted when the click no longer counts. */
  signal: AbortSignal;
}

/**
 * Creates a checkout from the bag as displayed. Loaded on demand.
 * @param extras query of the checkout page besides the bag's coupon
 * @param pressed waits for pending prices and stops if they change the bag. Omit it for an agreed amount, as with PayPal
 */
export async function openCheckout(extras: CheckoutExtras, pressed?: CheckoutClick): Promise<BagOutcome> {
  if (pressed && (pressed.shown.isUpdating || $shown.get().isUpdating)) {
    const now = await settledBag();
    if (pressed.signal.aborted || now.hasFailed) return { kind: 'unpriced' };
    if (!isAsPressed(pressed.shown, now)) return { kind: 'unseen' };
  }
  const quote = $quote.get();
  const bag = atShownPrices($bag.get(), quote);
  // The checkout may not cost more than the shopper sees; without current prices there is nothing to compare.
  const total_pay_amount = quote?.bag === $bag.get() && !quote.isPlain ? quote.totalPay : null;
  const body = { ...checkoutBody(bag, 2, clientId(), new Date()), total_pay_amount };
  const answer = await requestCheckout(body);
  if (answer.code === 0 && answer.data) storeSentLines(answer.data.checkout.token, bag.lines);
  return checkoutOutcome(answer, { dc: bag.coupon, scConfirm: bag.isCouponConfirmed, ...extras });
}

/** Returns the bag once it is priced and the effects of its prices are applied: gifts, dropped lines, a coupon. */
async function settledBag(): Promise<ShownBag> {
  if ($shown.get().isUpdating && $pricingState.get() === 'idle') void priceBag();
  for (;;) {
    while ($shown.get().isUpdating) {
      await new Promise<void>((resolve) => {
        const stop = $shown.listen(() => {
          stop();
          resolve();
        });
      });
    }
    const quote = $quote.get();
    if (quote && !$shown.get().hasFailed) await follow(quote);
    const shown = $shown.get();
    if (!shown.isUpdating) return shown;
  }
}
