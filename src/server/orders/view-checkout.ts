/** Reads a checkout with all its page shows. */
import type { WireCheckout } from '#lib/contract/wire-checkout.ts';
import type { Checkout } from '../checkout/checkout.ts';
import { openCheckout } from '../checkout/open-checkout.ts';
import { type PricedCheckout, priceCheckout } from '../checkout/price-checkout.ts';
import type { Services } from '../core/services.ts';
import type { TokenHash } from '../db/token-hash.ts';
import { readOrderLines } from './lines-store.ts';
import { selectOrderOfCheckout } from './store.ts';
import { type Placed, wireCheckout } from './wire-checkout.ts';

/**
 * The checkout as it is now.
 * @param customerId who is logged in: a checkout of another customer stays shut (R18)
 * @throws Failure 10404 unknown, 10403 another customer's
 */
export async function viewCheckout(
  services: Services,
  token: string,
  customerId: number | null,
  now: number,
): Promise<WireCheckout> {
  const checkout = await openCheckout(services, token, customerId);
  const priced = await priceCheckout(services.db, checkout, checkout.choices, now);
  return showCheckout(services, checkout, priced);
}

/** What the page is told; an order that stands is shown as it was placed. */
export async function showCheckout(
  services: Services,
  checkout: Checkout,
  priced: PricedCheckout,
  needSecondConfirm = false,
): Promise<WireCheckout> {
  const placed = checkout.state === 'ordered' ? await readPlaced(services, checkout.tokenHash) : null;
  return wireCheckout(checkout, priced, placed, needSecondConfirm);
}

async function readPlaced({ db }: Services, checkout: TokenHash): Promise<Placed | null> {
  const order = await selectOrderOfCheckout(db.read, checkout);
  return order && { order, lines: await readOrderLines(db.read, order.orderNo) };
}
