/** Cards for handlers: read, priced, tagged. */
import type { ProductCardData } from '#lib/contract/product.ts';
import { tags } from '../cache/tags.ts';
import { toCard } from '../catalog/card.ts';
import { readCards } from '../catalog/cards-store.ts';
import type { RequestedVariant } from '../catalog/requested-variant.ts';
import type { Context } from '../core/handler.ts';
import { priceTags, readPriceView, tagPrices } from './price-view.ts';

/**
 * Cards of these products in this order; those not for sale are left out. Tags what they were made from.
 * @param wish what their variants are to have (R160), null for cards of products as a whole
 */
export async function cardsFor(
  context: Context,
  ids: readonly number[],
  wish: RequestedVariant | null = null,
): Promise<ProductCardData[]> {
  // Said for all, so that a page forgets a product that comes back as well.
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
          tags: [tags.product(record.id), ...priceTags],
          changesAt: view.changesAt,
        },
      ]),
    );
  });
}
