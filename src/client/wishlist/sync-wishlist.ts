/** Brings the list of this device and that of the account together. */
import { api } from '#client/api/api.ts';
import { hasLogin } from '#client/login/login-sign.ts';
import { settleWishlist, storedWishlist } from '#client/stores/wishlist.ts';
import { unsentChanges } from '#lib/wishlist/device-wishlist.ts';

/**
 * Tells the account what changed here, and takes over what it has. What cannot be told now is told the next time.
 * @returns path of the page that shows the list to others, '' while it is not shared; null without a login or an answer
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
  // Whoever has logged out meanwhile leaves nothing of the account here.
  if (code !== 0 || !data || !hasLogin()) return null;
  settleWishlist(
    sent,
    data.list.map(({ product_id, variant_id, added_at }) => ({
      ...{ product: product_id, variant: variant_id },
      at: added_at,
    })),
  );
  return data.share_url;
}
