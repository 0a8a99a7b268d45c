/** What shoppers are shown as prices: variants' own prices with one-price promotions applied. */
import type { Kysely } from 'kysely';
import { toWire } from '#lib/money/minor.ts';
import { tags } from '../cache/tags.ts';
import type { Tables } from '../db/tables.ts';
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

/** Reads what prices of these products depend on, at `now`. */
export async function readPriceView(
  db: Kysely<Tables>,
  productIds: readonly number[],
  now: number,
): Promise<PriceView> {
  const [promotions, currency] = await Promise.all([readPromotions(db, now), readShopCurrency(db)]);
  const onePrices = promotions.filter(({ kind }) => kind === onePriceKind.name);
  const collections = await readProductCollections(db, productIds, onePrices);
  const { unit } = activeOffers(onePrices, collections, now);
  return {
    currency,
    priceOf: (productId, price) => unitPrice(unit, productId, price).price,
    wire: (minor) => toWire(minor, currency),
    changesAt: nextChange(promotions, now),
  };
}

/** Says on which promotions and settings an answer with prices depends. */
export function tagPrices(context: Context, view: PriceView): void {
  context.tag(tags.promotions, tags.setting('currency'));
  if (view.changesAt !== null) context.changesAt(view.changesAt);
}
