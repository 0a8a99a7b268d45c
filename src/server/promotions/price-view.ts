/** Calculates the prices that shoppers see: sale prices of variants after one-price promotions. */
import { toWire } from '#lib/money/minor.ts';
import { tags } from '../cache/tags.ts';
import { readShopCurrency } from '../catalog/currency-store.ts';
import type { DisplayPricing } from '../catalog/price-view.ts';
import type { Context } from '../core/handler.ts';
import { onePriceKind } from './kinds/one-price.ts';
import { parseActiveOffers } from './offers.ts';
import { nextChange } from './promotion.ts';
import { readProductCollections, readPromotions } from './promotions-store.ts';
import { unitPrice } from './unit-price.ts';

/** Cache tags of the data that every price depends on: the promotions and the currency. */
export const priceCacheTags = [tags.promotions, tags.setting('currency')];

/**
 * Returns the display pricing of these products at the time of the request: currency, prices under one-price promotions, and the
 * time of the next change.
 */
export async function readPriceView(
  context: Context,
  productIds: readonly number[],
): Promise<DisplayPricing> {
  const { promotions, currency } = await readPromotionsAndCurrency(context);
  const onePrices = promotions.filter(({ kind }) => kind === onePriceKind.name);
  const collections = await readProductCollections(context.services.db.read, productIds, onePrices);
  const { unit } = parseActiveOffers(onePrices, collections, context.now);
  return {
    currency,
    priceOf: (productId, price) => unitPrice(unit, productId, price).price,
    wire: (minor) => toWire(minor, currency),
    changesAt: nextChange(promotions, context.now),
  };
}

/** Returns the promotions and the shop's currency, and adds their cache tags to the response. */
export function readPromotionsAndCurrency(context: Context) {
  return context.cached('prices', readPricing);
}

async function readPricing(context: Context) {
  const db = context.services.db.read;
  const [promotions, currency] = await Promise.all([readPromotions(db, context.now), readShopCurrency(db)]);
  context.tag(...priceCacheTags);
  const changesAt = nextChange(promotions, context.now);
  if (changesAt !== null) context.changesAt(changesAt);
  return { promotions, currency };
}

/** Adds the cache tags of the promotions and the currency to the response, and the time of the next price change. */
export function tagPrices(context: Context, view: DisplayPricing): void {
  context.tag(...priceCacheTags);
  if (view.changesAt !== null) context.changesAt(view.changesAt);
}
