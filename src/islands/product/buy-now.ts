/** Purchases that bypass the bag. Loaded on demand. */
import { api } from '#client/api/api.ts';
import { clientId } from '#client/api/client-id.ts';
import { requestCheckout } from '#client/checkout/request-checkout.ts';
import { localPath } from '#client/language/local-path.ts';
import { emptyBag } from '#lib/bag/bag-codec.ts';
import {
  type CheckoutOutcome,
  type CheckoutRedirectQuery,
  checkoutBody,
  checkoutOutcome,
} from '#lib/bag/checkout.ts';
import { makeLine, type NewLine } from '#lib/bag/line.ts';
import { randomId } from '#lib/random-id.ts';

/** Creates a checkout with one line, without changing the bag (PDP-07, R65). */
export async function buyNow(line: NewLine, extras: CheckoutRedirectQuery = {}): Promise<CheckoutOutcome> {
  const bag = { ...emptyBag, lines: [makeLine(line, randomId())] };
  const body = checkoutBody(bag, 1, clientId(), new Date());
  const answer = await requestCheckout(body);
  return checkoutOutcome(answer, extras);
}

/** Creates a checkout with only this line and navigates to it (PDP-07). @throws Error with a message for the shopper */
export async function openBuyNowCheckout(line: NewLine): Promise<void> {
  const outcome = await buyNow(line);
  if (outcome.kind === 'leave') window.top?.location.assign(localPath(outcome.address));
  else if (outcome.kind !== 'login') throw new Error(outcome.message);
}

/** Orders a pre-sale product and navigates to the order (PDP-23). @throws Error with a message for the shopper */
export async function orderPreSale(line: NewLine): Promise<void> {
  const answer = await api('POST /api/presale/order/create', {
    body: {
      product_id: line.id,
      variant_id: line.sku_id,
      quantity: line.quantity ?? 1,
      custom_props: (line.customizedOptions ?? []).map(({ name, type, value }) => ({ name, type, value })),
    },
  });
  if (answer.code !== 0) throw new Error(answer.msg);
  window.top?.location.assign(localPath((answer.data as { web_url: string }).web_url));
}
