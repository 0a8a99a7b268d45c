/** Cards of a wishlist: those of every list, showing the variant that was wished for. */

import type { ProductCardData } from '#lib/contract/product.ts';
import type { WishCardData } from '#lib/contract/wishlist.ts';
import type { Wish } from '#lib/wishlist/wishes.ts';
import type { PriceView } from '../catalog/price-view.ts';
import type { VariantRecord } from '../catalog/records.ts';
import { saleStatus } from '../catalog/stock.ts';
import { readVariants } from '../catalog/variants-store.ts';
import type { Context } from '../core/handler.ts';
import { identify } from '../core/identity.ts';
import { cardsFor } from '../promotions/cards.ts';
import { withOwnStock } from '../promotions/own-holds.ts';
import { readOwnHolds } from '../promotions/own-holds-store.ts';
import { readPriceView } from '../promotions/price-view.ts';

/** In the order of the wishes; what is no longer for sale is left out, sold out it stays. */
export async function wishCards(
  context: Context,
  wishes: readonly Pick<Wish, 'product' | 'variant'>[],
): Promise<WishCardData[]> {
  const variantOf = new Map(wishes.map(({ product, variant }) => [product, variant]));
  const products = [...variantOf.keys()];
  const chosen = [...variantOf.values()].filter((id) => id > 0);
  const { read } = context.services.db;
  const [cards, variants, view, holds] = await Promise.all([
    cardsFor(context, products),
    readVariants(read, chosen),
    readPriceView(context, products),
    readOwnHolds(read, identify(context.caller), context.now),
  ]);
  return cards.map((card) => {
    const variant = variants.get(variantOf.get(card.id) ?? 0);
    const isOwn = variant?.productId === card.id && !variant.isDeleted;
    return isOwn ? cardOfVariant(card, withOwnStock(variant, holds), view) : { ...card, values: '' };
  });
}

/** The product's card as that of one of its variants. */
export function cardOfVariant(
  card: ProductCardData,
  variant: VariantRecord,
  view: Pick<PriceView, 'priceOf' | 'wire'>,
): WishCardData {
  const status = saleStatus(variant);
  const { compareAtPrice } = variant;
  return {
    ...card,
    sale_price: view.wire(view.priceOf(card.id, variant.price)),
    compare_at_price: compareAtPrice === null ? null : view.wire(compareAtPrice),
    original_price: view.wire(variant.price),
    price_varies: false,
    // The variant is chosen already: nothing on its card shows another.
    options_image: [],
    original: variant.picture
      ? { ...variant.picture, alt: variant.picture.alt || card.title }
      : card.original,
    sku_id: variant.id,
    sale_status: status,
    in_stock: status === 1,
    variant: variant.id,
    values: variant.optionValues.join(' / '),
  };
}
