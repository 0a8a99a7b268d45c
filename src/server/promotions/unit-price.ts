/** Step 1 of bag pricing (R100): the unit price of a variant before customisation. Pure. */

import type { StepOffers } from './offers.ts';
import type { ActivePromotion } from './promotion-kind.ts';

export interface UnitPrice {
  /** The sale price, or the lowest price under a one-price promotion if that is lower (R109). */
  price: number;
  /** The promotion that lowered the price; null if none did. */
  loweredBy: ActivePromotion<'unit'> | null;
}

/**
 * Returns a variant's unit price after one-price promotions.
 * @param price sale price of the variant, in minor units
 */
export function unitPrice(offers: StepOffers<'unit'>, productId: number, price: number): UnitPrice {
  let lowest: UnitPrice = { price, loweredBy: null };
  for (const active of offers.forProduct(productId)) {
    const here = active.offer.priceOf(price);
    if (here < lowest.price) lowest = { price: here, loweredBy: active };
  }
  return lowest;
}
