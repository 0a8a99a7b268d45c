/** Buying one thing at once, past the bag (PDP-07, R65). */
import { api } from '#client/api.ts';
import { clientId } from '#client/client-id.ts';
import { emptyBag } from '#lib/bag/bag-codec.ts';
import {
  type CheckoutExtras,
  type CheckoutOutcome,
  checkoutBody,
  checkoutOutcome,
} from '#lib/bag/checkout.ts';
import { makeLine, type NewLine } from '#lib/bag/line.ts';
import { randomId } from '#lib/random-id.ts';

/** Creates a checkout of one line; the bag stays as it is. */
export async function buyNow(line: NewLine, extras: CheckoutExtras = {}): Promise<CheckoutOutcome> {
  const bag = { ...emptyBag, lines: [makeLine(line, randomId())] };
  const body = checkoutBody(bag, 1, clientId(), new Date());
  return checkoutOutcome(await api('POST /api/v1/checkout', { body }), extras);
}
