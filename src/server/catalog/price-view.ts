/** What shoppers are shown as prices: variants' own prices with one-price promotions applied. */
import { toWire } from '#lib/money/minor.ts';
import { tags } from '../cache/tags.ts';
import type { Context } from '../http/handler.ts';
import { readShopCurrency } from '../pricing/currency-store.ts';
import { onePriceKind } from '../promotions/kinds/one-price.ts';
import { activeOffers } from '../promotions/offers.ts';
import { nextChange } from '../promotions/promotion.ts';
import { readProductCollections, readPromotions } from '../promotions/promotions-store.ts';
import { unitPrice } from '../promotions/unit-price.ts';

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

/** What every price depends on. */
export const priceTags = [tags.promotions, tags.setting('currency')];

/** Reads what prices of these products depend on, at the context's moment; `tagPrices` says so. */
export async function readPriceView(context: Context, productIds: readonly number[]): Promise<PriceView> {
  const { promotions, currency } = await readPrices(context);
  const onePrices = promotions.filter(({ kind }) => kind === onePriceKind.name);
  const collections = await readProductCollections(context.services.db.read, productIds, onePrices);
  const { unit } = activeOffers(onePrices, collections, context.now);
  return {
    currency,
    priceOf: (productId, price) => unitPrice(unit, productId, price).price,
    wire: (minor) => toWire(minor, currency),
    changesAt: nextChange(promotions, context.now),
  };
}

/** Promotions and the currency of all amounts; says so itself. */
export function readPrices(context: Context) {
  return context.cached('prices', readPricing);
}

async function readPricing(context: Context) {
  const db = context.services.db.read;
  const [promotions, currency] = await Promise.all([readPromotions(db, context.now), readShopCurrency(db)]);
  context.tag(...priceTags);
  const changesAt = nextChange(promotions, context.now);
  if (changesAt !== null) context.changesAt(changesAt);
  return { promotions, currency };
}

/** Says on which promotions and settings an answer with prices depends. */
export function tagPrices(context: Context, view: PriceView): void {
  context.tag(...priceTags);
  if (view.changesAt !== null) context.changesAt(view.changesAt);
}
