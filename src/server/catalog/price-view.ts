/**
 * The prices that a product is shown with. The catalogue knows no promotions: the caller passes in a view of the
 * prices of the moment (promotions/price-view.ts).
 */
export interface PriceView {
  /** ISO 4217 code of all amounts. */
  currency: string;
  /** A product's unit price after one-price promotions, minor units. */
  priceOf(productId: number, price: number): number;
  /** Minor units to the wire. */
  wire(minor: number): number;
  /** When a promotion next starts or ends, ms UTC; null when none will. */
  changesAt: number | null;
}
