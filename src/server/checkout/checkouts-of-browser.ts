/** Reads a browser's checkouts: the one to continue, and abandoned ones. Deletes old abandoned checkouts. */
import { orderStatus } from '#lib/orders/status.ts';
import type { Queryable } from '../db/database.ts';
import { LINK_LIFETIME_MS } from './link-token.ts';

/**
 * Reads the browser's newest checkout that the caller may open and that is not paid, whether or not it has been ordered.
 * @returns null if there is none or its link has expired
 */
export async function readNewestCheckout(
  from: Queryable,
  visitorHash: string,
  customerId: number | null,
  now: number,
): Promise<{ linkId: string; shopId: number } | null> {
  const row = await from
    .selectFrom('checkouts')
    .select(['link_id', 'shop_id'])
    .where('visitor_hash', '=', visitorHash)
    .where((is) =>
      is.or([
        is('state', '=', 'open'),
        is.exists(
          is
            .selectFrom('orders')
            .select('order_no')
            .whereRef('orders.checkout_hash', '=', 'checkouts.token_hash')
            .where('status_key', 'in', [orderStatus.pending, orderStatus.failed]),
        ),
      ]),
    )
    .where((is) => is.or([is('customer_id', 'is', null), is('customer_id', '=', customerId)]))
    .where('updated_at', '>', now - LINK_LIFETIME_MS)
    .orderBy('updated_at', 'desc')
    .orderBy('token_hash')
    .executeTakeFirst();
  return row ? { linkId: row.link_id, shopId: row.shop_id } : null;
}

/**
 * Returns the visitor cookie hash of the browser that abandoned a checkout; null if the checkout became an order or was deleted, or if the
 * browser has placed an order in another checkout since then.
 */
export async function readAbandonedCheckoutVisitor(db: Queryable, linkId: string): Promise<string | null> {
  const checkout = await db
    .selectFrom('checkouts')
    .select(['visitor_hash', 'state', 'updated_at'])
    .where('link_id', '=', linkId)
    .executeTakeFirst();
  if (checkout?.state !== 'open') return null;
  const later = await db
    .selectFrom('checkouts')
    .select('link_id')
    .where('visitor_hash', '=', checkout.visitor_hash)
    .where('state', '=', 'ordered')
    .where('updated_at', '>=', checkout.updated_at)
    .executeTakeFirst();
  return later ? null : checkout.visitor_hash;
}

/**
 * Reads the browser's newest checkout if it is abandoned.
 * @param visitor hash of the browser's visitor cookie
 * @param before ms UTC; a checkout changed later is still being filled in
 * @returns the abandoned checkout; `busy` while it is still being filled in; null if there is none or it was ordered
 */
export async function readAbandonedCheckout(
  from: Queryable,
  visitor: string,
  before: number,
): Promise<{ linkId: string; shopId: number } | 'busy' | null> {
  const newest = await from
    .selectFrom('checkouts')
    .select(['link_id', 'shop_id', 'state', 'updated_at'])
    .where('visitor_hash', '=', visitor)
    .orderBy('updated_at', 'desc')
    .orderBy('token_hash')
    .executeTakeFirst();
  if (newest?.state !== 'open') return null;
  return newest.updated_at < before ? { linkId: newest.link_id, shopId: newest.shop_id } : 'busy';
}

/**
 * Deletes at most `limit` abandoned checkouts: those without an order that have not been changed since `before` (ms UTC).
 * @returns the number of deleted checkouts
 */
export async function deleteAbandonedCheckouts(
  db: Queryable,
  before: number,
  limit: number,
): Promise<number> {
  const abandonedHashes = db
    .selectFrom('checkouts')
    .select('token_hash')
    .where('updated_at', '<', before)
    .where('state', '=', 'open')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('orders')
            .select('orders.order_no')
            .whereRef('orders.checkout_hash', '=', 'checkouts.token_hash'),
        ),
      ),
    )
    .orderBy('updated_at')
    .limit(limit);
  // Check the time again, because a checkout may have been changed after the subquery ran.
  const { numDeletedRows } = await db
    .deleteFrom('checkouts')
    .where('token_hash', 'in', abandonedHashes)
    .where('updated_at', '<', before)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
