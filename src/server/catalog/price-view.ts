/**
 * The prices that a product shows. The catalogue does not depend on promotions: the caller passes the current prices
 * (promotions/price-view.ts).
 */
export interface DisplayPricing {
  /** ISO 4217 code of all amounts. */
  currency: string;
  /** A product's unit price after one-price promotions, minor units. */
  priceOf(productId: number, price: number): number;
  /** Converts minor units to the wire format. */
  wire(minor: number): number;
  /** Next start or end of a promotion, ms UTC; null for none. */
  changesAt: number | null;
}
