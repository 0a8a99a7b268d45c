/**
 * Displayed prices of products. The catalogue does not depend on the promotions module, so callers pass the current prices
 * (promotions/price-view.ts).
 */
export interface DisplayPricing {
  /** ISO 4217 code of the currency of all amounts. */
  currency: string;
  /** Returns a product's unit price after one-price promotions, in minor units. */
  priceOf(productId: number, price: number): number;
  /** Converts minor units to the wire format. */
  wire(minor: number): number;
  /** Time of the next start or end of a promotion, ms UTC; null if there is none. */
  changesAt: number | null;
}
