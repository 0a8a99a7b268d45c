/** Cards for handlers: read, priced, tagged. */
import type { ProductCardData } from '#lib/contract/product.ts';
import { tags } from '../cache/tags.ts';
import type { Context } from '../http/handler.ts';
import { toCard } from './card.ts';
import { readCards } from './cards-store.ts';
import { type PriceView, readPriceView, tagPrices } from './price-view.ts';

/** Cards of these products in this order; those not for sale are left out. Tags what they were made from. */
export async function cardsFor(
  context: Context,
  ids: readonly number[],
  view?: PriceView,
): Promise<ProductCardData[]> {
  const db = context.services.db.read;
  const [records, prices] = await Promise.all([
    readCards(db, ids),
    view ?? readPriceView(db, ids, context.now),
  ]);
  tagPrices(context, prices);
  context.tag(...ids.map(tags.product));
  return records.map((record) => toCard(record, prices));
}
