import { clientId } from '#client/api/client-id.ts';
import {
  $displayedBag,
  $pricingState,
  $quote,
  applyPricingIfNeeded,
  priceBag,
} from '#client/bag/page-pricing.ts';
import { $bag } from '#client/bag/store.ts';
import { storeCheckoutLines } from '#client/checkout/checkout-lines.ts';
import { requestCheckout } from '#client/checkout/request-checkout.ts';
import { withDisplayedPrices } from '#lib/bag/bag-pricing.ts';
import type { BagViewModel } from '#lib/bag/bag-view-model.ts';
import {
  type BagCheckoutOutcome,
  type CheckoutRedirectQuery,
  checkoutBody,
  checkoutOutcome,
  matchesBagAtClick,
} from '#lib/bag/checkout.ts';

/** A click on the checkout button. */
export interface CheckoutClick {
  /** The bag as it was displayed when the button was clicked. */
  shown: BagViewModel;
  /** Aborted when the click must no longer have an effect, for example because the button was removed. */
  signal: AbortSignal;
}

/**
 * Creates a checkout from the displayed bag. Loaded on demand.
 * @param extras query parameters of the checkout page, in addition to the bag's coupon
 * @param pressed the click; if given, the function waits for pending prices and stops if they change the bag. Omit it if the
 * shopper has already approved the amount, as with PayPal
 */
export async function openCheckout(
  extras: CheckoutRedirectQuery,
  pressed?: CheckoutClick,
): Promise<BagCheckoutOutcome> {
  if (pressed && (pressed.shown.isUpdating || $displayedBag.get().isUpdating)) {
    const now = await settledBag();
    if (pressed.signal.aborted || now.hasFailed) return { kind: 'unpriced' };
    if (!matchesBagAtClick(pressed.shown, now)) return { kind: 'unseen' };
  }
  const quote = $quote.get();
  const bag = withDisplayedPrices($bag.get(), quote);
  // The checkout must not cost more than the displayed total. Without current prices there is no total to compare.
  const total_pay_amount = quote?.bag === $bag.get() && !quote.isPlain ? quote.totalPay : null;
  const body = { ...checkoutBody(bag, 2, clientId(), new Date()), total_pay_amount };
  const answer = await requestCheckout(body);
  if (answer.code === 0 && answer.data) storeCheckoutLines(answer.data.checkout.token, bag.lines);
  return checkoutOutcome(answer, { dc: bag.coupon, scConfirm: bag.isCouponConfirmed, ...extras });
}

/** Waits until the bag is priced and the effects of pricing (gifts, removed lines, a coupon) are applied. @returns the resulting bag */
async function settledBag(): Promise<BagViewModel> {
  if ($displayedBag.get().isUpdating && $pricingState.get() === 'idle') void priceBag();
  for (;;) {
    while ($displayedBag.get().isUpdating) {
      await new Promise<void>((resolve) => {
        const stop = $displayedBag.listen(() => {
          stop();
          resolve();
        });
      });
    }
    const quote = $quote.get();
    if (quote && !$displayedBag.get().hasFailed) await applyPricingIfNeeded(quote);
    const shown = $displayedBag.get();
    if (!shown.isUpdating) return shown;
  }
}
