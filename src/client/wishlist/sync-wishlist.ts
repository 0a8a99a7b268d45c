/** Synchronises this device's wishlist with the account's. */
import { api } from '#client/api/api.ts';
import { hasLogin } from '#client/login/login-sign.ts';
import { mergeWishlist, storedWishlist } from '#client/stores/wishlist.ts';
import { unsentChanges } from '#lib/wishlist/device-wishlist.ts';

/**
 * Sends this device's changes to the account, and merges the account's wishlist. Changes that could not be sent are sent the next time.
 * @returns path of the shared wishlist's page, '' if the wishlist is not shared; null without a login or on failure
 */
export async function syncWishlist(): Promise<string | null> {
  if (!hasLogin()) return null;
  const sent = storedWishlist();
  const { add, remove } = unsentChanges(sent);
  const body = {
    add: add.map(({ product, variant, at }) => ({ product_id: product, variant_id: variant, added_at: at })),
    remove,
  };
  const { code, data } = await api(
    'POST /api/v1/storefront/customer/wishlist',
    { body },
    { jumpLogin: false },
  );
  // If the customer has logged out meanwhile, no account data may be stored on this device.
  if (code !== 0 || !data || !hasLogin()) return null;
  mergeWishlist(
    sent,
    data.list.map(({ product_id, variant_id, added_at }) => ({
      ...{ product: product_id, variant: variant_id },
      at: added_at,
    })),
  );
  return data.share_url;
}
