import type { DeliveryEstimate } from '#lib/contract/delivery-estimate.ts';
import type { Database } from '../db/database.ts';
import { priceBagFromData, readPricingData } from '../promotions/load-prices.ts';
import type { PricedBag } from '../promotions/priced-bag.ts';
import { addBackHolds } from '../promotions/shopper-holds.ts';
import { readShopperHolds } from '../promotions/shopper-holds-store.ts';
import { arrivalsByMethod } from './arrival.ts';
import type { Checkout, CheckoutChoices } from './checkout.ts';
import { type CheckoutTotals, computeTotals } from './checkout-totals.ts';
import { type CheckoutSettings, readCheckoutSettings } from './settings.ts';

export interface PricedCheckout {
  quote: CheckoutTotals;
  /** Arrival dates by shipping method id, for the methods that have a delivery promise. */
  arrivals: ReadonlyMap<string, DeliveryEstimate>;
  settings: CheckoutSettings;
}

/**
 * Calculates the totals and arrival dates of a checkout.
 * @param choices the stored choices, or those that are about to be saved
 */
export async function priceCheckout(
  db: Database,
  checkout: Checkout,
  choices: CheckoutChoices,
  now: number,
): Promise<PricedCheckout> {
  const lines = checkout.lines.map(({ line }) => line);
  const [settings, facts, holds] = await Promise.all([
    readCheckoutSettings(db.read),
    readPricingData(db.read, lines, now),
    readShopperHolds(db.read, checkout, now, checkout.tokenHash),
  ]);
  const bag: PricedBag = priceBagFromData(addBackHolds(facts, holds), lines, {
    code: choices.coupon,
    isConfirmed: choices.scConfirm,
  });
  const quote = computeTotals(bag, choices, settings);
  const arrivals = arrivalsByMethod(quote, choices.address.country_code, settings, now);
  return { quote, arrivals, settings };
}
