/**
 * Endpoints for wishlists of accounts, shared wishlists, and the product cards of any wishlist. Guests' wishlists are stored in the
 * browser.
 */
import { z } from 'zod';
import { maxWishlistItems } from '../wishlist/wishlist-items.ts';
import { endpoint } from './endpoint.ts';
import { bodyId, referenceCode, timestampMs } from './fields.ts';
import { productCard } from './product.ts';

/** Id of the requested variant; 0 if no variant is selected. */
const variantId = z.number().int().min(0).default(0);

const wish = z.object({ product_id: z.number().int(), variant_id: z.number().int(), added_at: timestampMs });

const accountList = z.object({
  /** Items of the wishlist, newest first. */
  list: z.array(wish),
  /** Path of the page that displays the wishlist to anyone with the link; '' if the wishlist is not shared. */
  share_url: z.string(),
});

/** A product card with the image, price and status of the requested variant, if a variant was requested. */
const wishCard = productCard.extend({
  /** Option values of `variant`, such as `Sage / Large`; '' for none. */
  values: z.string(),
});
export type WishlistCardData = z.output<typeof wishCard>;

/** Product cards of a wishlist, without products that are no longer available. */
const cards = z.object({ list: z.array(wishCard) });

export const wishlistEndpoints = {
  'POST /api/v1/storefront/wishlist/cards': endpoint({
    summary: 'Product cards of a wishlist, in its order.',
    smallBody: true,
    body: z.object({
      items: z.array(z.object({ product_id: bodyId, variant_id: variantId })).max(maxWishlistItems),
    }),
    data: cards,
  }),
  'GET /api/v1/storefront/wishlist': endpoint({
    summary: 'Product cards of a shared wishlist; 10404 if the link is unknown or no longer shared.',
    query: z.object({ token: referenceCode }),
    data: cards,
  }),
  'POST /api/v1/storefront/customer/wishlist': endpoint({
    summary: 'Applies a device’s changes to the account’s wishlist and returns the result.',
    smallBody: true,
    body: z.object({
      /** Items to add; for a product that is already in the wishlist, the more recently added item wins. */
      add: z
        .array(z.object({ product_id: bodyId, variant_id: variantId, added_at: timestampMs.default(0) }))
        .max(maxWishlistItems)
        .default([]),
      /** Ids of the products to remove. */
      remove: z
        .array(bodyId)
        .max(2 * maxWishlistItems)
        .default([]),
    }),
    data: accountList,
  }),
  'POST /api/v1/storefront/customer/wishlist/share': endpoint({
    summary: 'Creates the link that shows the account’s wishlist; returns the same link while it is shared.',
    body: z.object({}),
    data: z.object({ share_url: z.string() }),
  }),
  'DELETE /api/v1/storefront/customer/wishlist/share': endpoint({
    summary: 'Revokes that link: it no longer works.',
    body: z.object({}),
    data: z.object({ share_url: z.string() }),
  }),
};
