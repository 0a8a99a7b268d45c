/** Wishlists (R170): what an account keeps of one, and what its link shows to others. */
import * as codes from '#lib/contract/codes.ts';
import { isTokenOf, linkIdOf, linkToken, newLink } from '../checkout/link-token.ts';
import { Failure } from '../core/failure.ts';
import type { Context, Handlers } from '../core/handler.ts';
import { requireAccounts, requireLogin } from './account.ts';
import { wishCards } from './wishlist-cards.ts';
import {
  changeWishes,
  endWishlistLink,
  findWishlistLink,
  insertWishlistLink,
  readWishes,
  readWishlistLink,
} from './wishlist-store.ts';

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
    const link = await findWishlistLink(services.db.read, linkIdOf(token));
    const isOpen =
      link && (await isTokenOf(services, { linkId: link.linkId, hashes: [link.tokenHash] }, token));
    if (!isOpen) throw new Failure(codes.notFound, 'This wishlist is not shared, or not any more.');
    return { list: await wishCards(context, await readWishes(services.db.read, link.customerId)) };
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
      ? await readWishes(services.db.read, id)
      : await services.db.transaction((trx) => changeWishes(trx, id, { add, remove: body.remove }, now));
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
    const link = await newLink(context.services);
    await insertWishlistLink(context.services.db.write, id, link, context.now);
    return { share_url: await shareUrl(context, id) };
  },

  'DELETE /api/v1/storefront/customer/wishlist/share': async (_, context) => {
    const { id } = await requireLogin(context);
    await endWishlistLink(context.services.db.write, id);
    return { share_url: '' };
  },
};

/** @returns a path of the shop; '' while the list is not shared */
async function shareUrl({ services }: Context, customerId: number): Promise<string> {
  const link = await readWishlistLink(services.db.write, customerId);
  return link ? `/wishlist?share=${await linkToken(services, link.linkId)}` : '';
}
