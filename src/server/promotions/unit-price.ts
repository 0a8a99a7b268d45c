/** Step 1 (R100): the unit price of a variant before customisation. Pure. */

import type { StepOffers } from './offers.ts';
import type { ActivePromotion } from './promotion-kind.ts';

export interface UnitPrice {
  /** The lower of the sale price and the one-price promotions (R109). */
  price: number;
  /** The promotion that lowered it. */
  by: ActivePromotion<'unit'> | null;
}

/** @param price sale price of the variant, minor units */
export function unitPrice(offers: StepOffers<'unit'>, productId: number, price: number): UnitPrice {
  let lowest: UnitPrice = { price, by: null };
  for (const active of offers.of(productId)) {
    const here = active.offer.priceOf(price);
    if (here < lowest.price) lowest = { price: here, by: active };
  }
  return lowest;
}
