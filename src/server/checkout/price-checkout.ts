/** Prices a checkout as the shop stands now. */
import type { Arrival } from '#lib/contract/arrival.ts';
import type { Database } from '../db/database.ts';
import { priceWith, readPriceFacts } from '../promotions/load-prices.ts';
import { withOwnHolds } from '../promotions/own-holds.ts';
import { readOwnHolds } from '../promotions/own-holds-store.ts';
import type { PricedBag } from '../promotions/priced-bag.ts';
import { arrivalsOf } from './arrival.ts';
import type { Checkout, Choices } from './checkout.ts';
import { type CheckoutTotals, computeTotals } from './quote.ts';
import { type CheckoutSettings, readCheckoutSettings } from './settings.ts';

export interface PricedCheckout {
  quote: CheckoutTotals;
  /** When it arrives, by the methods that promise a day. */
  arrivals: ReadonlyMap<string, Arrival>;
  settings: CheckoutSettings;
}

/**
 * Reckons what the checkout costs with these choices.
 * @param choices the checkout's own, or those it is about to have
 */
export async function priceCheckout(
  db: Database,
  checkout: Checkout,
  choices: Choices,
  now: number,
): Promise<PricedCheckout> {
  const lines = checkout.lines.map(({ line }) => line);
  const [settings, facts, holds] = await Promise.all([
    readCheckoutSettings(db.read),
    readPriceFacts(db.read, lines, now),
    readOwnHolds(db.read, checkout, now, checkout.tokenHash),
  ]);
  const bag: PricedBag = priceWith(withOwnHolds(facts, holds), lines, {
    code: choices.coupon,
    isConfirmed: choices.scConfirm,
  });
  const quote = computeTotals(bag, choices, settings);
  const arrivals = arrivalsOf(quote, choices.address.country_code, settings, now);
  return { quote, arrivals, settings };
}
