/** Buying one thing at once, past the bag (PDP-07, R65). */
import { api } from '../contract/client.ts';
import { randomId } from '../random-id.ts';
import { clientId } from '../session/client-id.ts';
import { type CheckoutExtras, type CheckoutOutcome, checkoutBody, checkoutOutcome } from './checkout.ts';
import { makeLine, type NewLine } from './line.ts';
import { emptyBag } from './stored-bag.ts';

/** Creates a checkout of one line; the bag stays as it is. */
export async function buyNow(line: NewLine, extras: CheckoutExtras = {}): Promise<CheckoutOutcome> {
  const bag = { ...emptyBag, lines: [makeLine(line, randomId())] };
  const body = checkoutBody(bag, 1, clientId(), new Date());
  return checkoutOutcome(await api('POST /api/v1/checkout', { body }), extras);
}
