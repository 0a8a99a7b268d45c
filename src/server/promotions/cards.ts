/** Reads product cards for request handlers, with prices and cache tags. */
import type { ProductCardData } from '#lib/contract/product.ts';
import { tags } from '../cache/tags.ts';
import { toCard } from '../catalog/card.ts';
import { readCards } from '../catalog/cards-store.ts';
import type { RequestedVariant } from '../catalog/requested-variant.ts';
import type { Context } from '../core/handler.ts';
import { onePriceKind } from './kinds/one-price.ts';
import { skuBundleKind } from './kinds/sku-bundle.ts';
import { priceCacheTags, readPriceView, tagPrices } from './price-view.ts';
import type { Promotion } from './promotion.ts';

/**
 * Returns the cards of the given products in the given order, without products that are not for sale, and adds their cache tags to
 * the response.
 * @param wish the requested variants that the cards show (R160); null if the cards show no particular variant
 */
export async function cardsFor(
  context: Context,
  ids: readonly number[],
  wish: RequestedVariant | null = null,
): Promise<ProductCardData[]> {
  // Tag missing products too, so that the page is purged when one of them becomes available again.
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

/**
 * Returns the variants that the cards of a promotion's products show: those that a one-price promotion reduces, or the pieces of a
 * bundle of variants.
 * @returns null if the promotion contains all variants of its products
 */
export function offeredVariants({ kind, rules }: Promotion): RequestedVariant | null {
  if (kind === onePriceKind.name) return offer('reduced', ({ price }, pays) => pays < price);
  const pieces = kind === skuBundleKind.name ? skuBundleKind.read(rules)?.variants : undefined;
  return pieces ? offer(`of ${pieces.join()}`, ({ id }) => pieces.includes(id)) : null;
}

function offer(key: string, isOffered: NonNullable<RequestedVariant['isOffered']>): RequestedVariant {
  return { key, filters: [], terms: [], priceMin: 0, priceMax: Number.POSITIVE_INFINITY, isOffered };
}
