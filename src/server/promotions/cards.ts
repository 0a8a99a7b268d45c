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
 * Returns the variants that the cards of a promotion's products show: those that the promotion itself reduces if it sets one price,
 * or the variants of a bundle.
 * @returns null if the promotion contains all variants of its products
 */
export function offeredVariants(promotion: Promotion): RequestedVariant | null {
  const isOffered = offerTest(promotion);
  if (!isOffered) return null;
  const everything = { filters: [], terms: [], priceMin: 0, priceMax: Number.POSITIVE_INFINITY };
  return { ...everything, key: `promotion ${promotion.id}`, isOffered };
}

function offerTest({ kind, rules }: Promotion): RequestedVariant['isOffered'] {
  if (kind === onePriceKind.name) {
    const onePrice = onePriceKind.read(rules);
    return onePrice ? ({ price }) => onePrice.priceOf(price) < price : undefined;
  }
  const variants = kind === skuBundleKind.name ? skuBundleKind.read(rules)?.variants : undefined;
  return variants && (({ id }) => variants.includes(id));
}
