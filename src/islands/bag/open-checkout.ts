/** Creates a checkout from the bag as the shopper sees it. Fetched when the shopper asks for one. */
import { $quote } from '#client/bag/page-pricing.ts';
import { $bag } from '#client/bag/store.ts';
import { askForCheckout } from '#client/checkout/ask-for-checkout.ts';
import { keepSentLines } from '#client/checkout/sent-lines.ts';
import { clientId } from '#client/client-id.ts';
import {
  type CheckoutExtras,
  type CheckoutOutcome,
  checkoutBody,
  checkoutOutcome,
} from '#lib/bag/checkout.ts';
import { atQuotedPrices } from '#lib/bag/quote.ts';

/** @param extras what the checkout's address says besides the bag's coupon */
export async function openCheckout(extras: CheckoutExtras): Promise<CheckoutOutcome> {
  const quote = $quote.get();
  const bag = atQuotedPrices($bag.get(), quote);
  // What the shopper sees is what the checkout may cost; while it is being reckoned there is nothing to compare.
  const total_pay_amount = quote?.bag === $bag.get() && !quote.isPlain ? quote.totalPay : null;
  const body = { ...checkoutBody(bag, 2, clientId(), new Date()), total_pay_amount };
  const answer = await askForCheckout(body);
  if (answer.code === 0 && answer.data) keepSentLines(answer.data.checkout.token, bag.lines);
  return checkoutOutcome(answer, { dc: bag.coupon, scConfirm: bag.isCouponConfirmed, ...extras });
}
