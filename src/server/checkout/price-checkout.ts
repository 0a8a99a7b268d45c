/** Prices a checkout as the shop stands now. */
import type { Arrival } from '#lib/contract/arrival.ts';
import type { Database } from '../db/database.ts';
import { priceWith, readPriceFacts } from '../promotions/load-prices.ts';
import type { PriceFacts } from '../promotions/price-facts.ts';
import type { PricedBag } from '../promotions/priced-bag.ts';
import { arrivalsOf } from './arrival.ts';
import type { Checkout, Choices } from './checkout.ts';
import { type Held, readHeldBy } from './held-stock-store.ts';
import { computeQuote, type Quote } from './quote.ts';
import { type CheckoutSettings, readCheckoutSettings } from './settings.ts';

export interface PricedCheckout {
  quote: Quote;
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
  const [settings, facts, held] = await Promise.all([
    readCheckoutSettings(db.read),
    readPriceFacts(db.read, lines, now),
    readHeldBy(db.read, checkout.tokenHash),
  ]);
  const bag: PricedBag = priceWith(withOwnHold(facts, held), lines, {
    code: choices.coupon,
    isConfirmed: choices.scConfirm,
  });
  const quote = computeQuote(bag, choices, settings);
  const arrivals = arrivalsOf(quote, choices.address.country_code, settings, now);
  return { quote, arrivals, settings };
}

/** What the checkout's own unpaid order holds is still there for the same shopper to order. */
function withOwnHold(facts: PriceFacts, held: Held): PriceFacts {
  if (held.stock.size === 0 && held.promotions.size === 0) return facts;
  const variants = new Map(
    [...facts.variants].map(([id, variant]) => [
      id,
      { ...variant, stock: variant.stock + (held.stock.get(id) ?? 0) },
    ]),
  );
  const promotions = facts.promotions.map((promotion) =>
    held.promotions.has(promotion.id) ? { ...promotion, usedCount: promotion.usedCount - 1 } : promotion,
  );
  return { ...facts, variants, promotions };
}
