/** Passes one-price promotions to the search index, so that lists sort and filter by the price that cards show. Pure. */
import { onePriceKind } from '../promotions/kinds/one-price.ts';
import { parseActiveOffers } from '../promotions/offers.ts';
import { isInRange, type Promotion } from '../promotions/promotion.ts';
import { pricingWithoutPromotions, type SearchPricing } from './search-index.ts';

/** Returns the prices that the search index uses under the promotions active at `now`. @param now ms UTC */
export function createSearchPricing(promotions: readonly Promotion[], now: number): SearchPricing {
  const onePrices = promotions.filter(({ kind }) => kind === onePriceKind.name);
  const active = parseActiveOffers(onePrices, new Map(), now).unit.all;
  if (active.length === 0) return pricingWithoutPromotions;
  const state = active.map(({ promotion: { id, rangeType, rangeIds, rules } }) => [
    id,
    rangeType,
    [...rangeIds],
    rules,
  ]);
  return {
    state: JSON.stringify(state),
    lowest: (productId, collectionIds, prices) => {
      const collections = new Map([[productId, collectionIds]]);
      const productOffers = active.filter(({ promotion }) => isInRange(promotion, productId, collections));
      return Math.min(
        ...prices,
        ...productOffers.flatMap(({ offer }) => prices.map((price) => offer.priceOf(price))),
      );
    },
  };
}
