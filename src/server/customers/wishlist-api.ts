/** Handlers of the wishlist endpoints (R170): the list stored in an account, and the product cards of a shared list. */
import * as codes from '#lib/contract/codes.ts';
import type { ProductCardData } from '#lib/contract/product.ts';
import type { WishlistCardData } from '#lib/contract/wishlist.ts';
import type { WishlistItem } from '#lib/wishlist/wishlist-items.ts';
import type { DisplayPricing } from '../catalog/price-view.ts';
import type { VariantRecord } from '../catalog/records.ts';
import { saleStatus } from '../catalog/stock.ts';
import { readVariants } from '../catalog/variants-store.ts';
import {
  createCheckoutLink,
  deriveLinkToken,
  isLinkTokenFor,
  linkIdFromToken,
} from '../checkout/link-token.ts';
import { Failure } from '../core/failure.ts';
import type { Context, Handlers } from '../core/handler.ts';
import { identify } from '../core/identity.ts';
import { cardsFor } from '../promotions/cards.ts';
import { readPriceView } from '../promotions/price-view.ts';
import { addBackStock } from '../promotions/shopper-holds.ts';
import { readShopperHolds } from '../promotions/shopper-holds-store.ts';
import { requireAccounts, requireLogin } from './account.ts';
import {
  changeWishlist,
  endWishlistLink,
  findWishlistLink,
  insertWishlistLink,
  readWishlist,
  readWishlistLink,
} from './wishlist-store.ts';

/**
 * Returns product cards in the order of the wishlist. Products that are no longer for sale are left out; sold-out ones are
 * included.
 */
async function wishCards(
  context: Context,
  wishes: readonly Pick<WishlistItem, 'product' | 'variant'>[],
): Promise<WishlistCardData[]> {
  const variantOf = new Map(wishes.map(({ product, variant }) => [product, variant]));
  const products = [...variantOf.keys()];
  const chosen = [...variantOf.values()].filter((id) => id > 0);
  const { read } = context.services.db;
  const [cards, variants, view, holds] = await Promise.all([
    cardsFor(context, products),
    readVariants(read, chosen),
    readPriceView(context, products),
    readShopperHolds(read, identify(context.caller), context.now),
  ]);
  return cards.map((card) => {
    const variant = variants.get(variantOf.get(card.id) ?? 0);
    const hasVariant = variant?.productId === card.id && !variant.isDeleted;
    return hasVariant ? cardOfVariant(card, addBackStock(variant, holds), view) : { ...card, values: '' };
  });
}

function cardOfVariant(
  card: ProductCardData,
  variant: VariantRecord,
  view: Pick<DisplayPricing, 'priceOf' | 'wire'>,
): WishlistCardData {
  const status = saleStatus(variant);
  const { compareAtPrice } = variant;
  const { reduced, ...rest } = card;
  return {
    ...rest,
    sale_price: view.wire(view.priceOf(card.id, variant.price)),
    compare_at_price: compareAtPrice === null ? null : view.wire(compareAtPrice),
    original_price: view.wire(variant.price),
    price_varies: false,
    // The card shows the saved variant, so it has no thumbnails of other options.
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

export const wishlistHandlers: Handlers = {
  'POST /api/v1/storefront/wishlist/cards': async ({ body }, context) => ({
    list: await wishCards(
      context,
      body.items.map(({ product_id, variant_id }) => ({ product: product_id, variant: variant_id })),
    ),
  }),

  'GET /api/v1/storefront/wishlist': async ({ query: { token } }, context) => {
    await requireAccounts(context);
    const { services } = context;
    const link = await findWishlistLink(services.db.read, linkIdFromToken(token));
    const isOpen =
      link && (await isLinkTokenFor(services, { linkId: link.linkId, hashes: [link.tokenHash] }, token));
    if (!isOpen) throw new Failure(codes.notFound, 'This wishlist is not shared.');
    return { list: await wishCards(context, await readWishlist(services.db.read, link.customerId)) };
  },

  'POST /api/v1/storefront/customer/wishlist': async ({ body }, context) => {
    const { id } = await requireLogin(context);
    const { services, now } = context;
    const add = body.add.map((wish) => ({
      ...{ product: wish.product_id, variant: wish.variant_id },
      at: wish.added_at || now,
    }));
    const isLookedAt = add.length === 0 && body.remove.length === 0;
    const wishes = isLookedAt
      ? await readWishlist(services.db.read, id)
      : await services.db.transaction((trx) => changeWishlist(trx, id, { add, remove: body.remove }, now));
    return {
      list: wishes.map(({ product, variant, at }) => ({
        ...{ product_id: product, variant_id: variant },
        added_at: at,
      })),
      share_url: await shareUrl(context, id),
    };
  },

  'POST /api/v1/storefront/customer/wishlist/share': async (_, context) => {
    const { id } = await requireLogin(context);
    const link = await createCheckoutLink(context.services);
    await insertWishlistLink(context.services.db.write, id, link, context.now);
    return { share_url: await shareUrl(context, id) };
  },

  'DELETE /api/v1/storefront/customer/wishlist/share': async (_, context) => {
    const { id } = await requireLogin(context);
    await endWishlistLink(context.services.db.write, id);
    return { share_url: '' };
  },
};

/** Returns the path of the customer's shared wishlist; '' if it is not shared. */
async function shareUrl({ services }: Context, customerId: number): Promise<string> {
  const link = await readWishlistLink(services.db.write, customerId);
  return link ? `/wishlist?share=${await deriveLinkToken(services, link.linkId)}` : '';
}
