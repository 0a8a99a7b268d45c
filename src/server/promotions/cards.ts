/** Reads, prices and tags product cards for handlers. */
import type { ProductCardData } from '#lib/contract/product.ts';
import { tags } from '../cache/tags.ts';
import { toCard } from '../catalog/card.ts';
import { readCards } from '../catalog/cards-store.ts';
import type { RequestedVariant } from '../catalog/requested-variant.ts';
import type { Context } from '../core/handler.ts';
import { priceCacheTags, readPriceView, tagPrices } from './price-view.ts';

/**
 * Returns the cards of these products in this order, without those not for sale, and tags the context.
 * @param wish the variants to show (R160); null for cards of products as a whole
 */
export async function cardsFor(
  context: Context,
  ids: readonly number[],
  wish: RequestedVariant | null = null,
): Promise<ProductCardData[]> {
  // Tag missing products too, so that a page is purged when one comes back.
  context.tag(...ids.map(tags.product));
  return context.cachedMany(wish ? `card ${wish.key}:` : 'card:', ids, async (missing) => {
    const [records, view] = await Promise.all([
      readCards(context.services.db.read, missing),
      readPriceView(context, missing),
    ]);
    tagPrices(context, view);
    return new Map(
      records.map((record) => [
        record.id,
        {
          value: toCard(record, view, wish),
          tags: [tags.product(record.id), ...priceCacheTags],
          changesAt: view.changesAt,
        },
      ]),
    );
  });
}
