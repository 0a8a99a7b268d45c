/** Creates a checkout from the bag as the shopper sees it. Fetched when the shopper asks for one. */
import { clientId } from '#client/api/client-id.ts';
import { $pricingState, $quote, $shown, follow, priceBag } from '#client/bag/page-pricing.ts';
import { $bag } from '#client/bag/store.ts';
import { requestCheckout } from '#client/checkout/request-checkout.ts';
import { storeSentLines } from '#client/checkout/sent-lines.ts';
import type { ShownBag } from '#lib/bag/bag-view-model.ts';
import {
  type BagOutcome,
  type CheckoutExtras,
  checkoutBody,
  checkoutOutcome,
  isAsPressed,
} from '#lib/bag/checkout.ts';
import { atShownPrices } from '#lib/bag/quote.ts';

/** A press on the way to the checkout. */
export interface CheckoutClick {
  /** What the bag showed then. */
  shown: ShownBag;
  /** Aborted when the press is given up. */
  signal: AbortSignal;
}

/**
 * @param extras what the checkout's address says besides the bag's coupon
 * @param pressed where the bag is being priced its prices are waited for, and what they change is to be seen first. Left out
 *   where the amount is agreed to already, as PayPal's is
 */
export async function openCheckout(extras: CheckoutExtras, pressed?: CheckoutClick): Promise<BagOutcome> {
  if (pressed && (pressed.shown.isUpdating || $shown.get().isUpdating)) {
    const now = await settledBag();
    if (pressed.signal.aborted || now.hasFailed) return { kind: 'unpriced' };
    if (!isAsPressed(pressed.shown, now)) return { kind: 'unseen' };
  }
  const quote = $quote.get();
  const bag = atShownPrices($bag.get(), quote);
  // What the shopper sees is what the checkout may cost; while it is being reckoned there is nothing to compare.
  const total_pay_amount = quote?.bag === $bag.get() && !quote.isPlain ? quote.totalPay : null;
  const body = { ...checkoutBody(bag, 2, clientId(), new Date()), total_pay_amount };
  const answer = await requestCheckout(body);
  if (answer.code === 0 && answer.data) storeSentLines(answer.data.checkout.token, bag.lines);
  return checkoutOutcome(answer, { dc: bag.coupon, scConfirm: bag.isCouponConfirmed, ...extras });
}

/** The bag as soon as it is priced, and what follows from its prices is done: gifts, lines that leave, a coupon. */
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
