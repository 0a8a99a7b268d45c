/** The prices that shoppers see: variants' sale prices after one-price promotions. */
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

/** Tags of the data that every price depends on. */
export const priceCacheTags = [tags.promotions, tags.setting('currency')];

/** Returns the price view of these products at the context's time. */
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

/** Returns the promotions and the currency of all amounts, and tags the context. */
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

/** Tags the response with the promotions and settings that its prices depend on. */
export function tagPrices(context: Context, view: DisplayPricing): void {
  context.tag(...priceCacheTags);
  if (view.changesAt !== null) context.changesAt(view.changesAt);
}
