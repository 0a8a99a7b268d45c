/** Step 1 (R100): what a variant costs by itself, before any customisation. Pure. */
import type { Active } from './kind.ts';
import type { RangedOffers } from './offers.ts';

export interface UnitPrice {
  /** The lowest of the price and what one-price promotions make of it (R109). */
  price: number;
  /** The one that made it lower. */
  by: Active<'unit'> | null;
}

/** @param price sale price of the variant, minor units */
export function unitPrice(offers: RangedOffers<'unit'>, productId: number, price: number): UnitPrice {
  let lowest: UnitPrice = { price, by: null };
  for (const active of offers.of(productId)) {
    const here = active.offer.priceOf(price);
    if (here < lowest.price) lowest = { price: here, by: active };
  }
  return lowest;
}
