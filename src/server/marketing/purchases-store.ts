/** Reads recent purchases. Only real, paid orders are included, because invented purchases are unlawful advertising (R56). */
import { sql } from 'kysely';
import { z } from 'zod';
import { orderStatus } from '#lib/orders/status.ts';
import { parseAddress } from '../checkout/stored-address.ts';
import type { Queryable } from '../db/database.ts';

export interface Purchase {
  /** First name of a buyer who consented to be named, '' for all others (R125). */
  firstName: string;
  countryCode: string;
  title: string;
  handle: string;
  sku: string;
  image: string;
  /** ms UTC. */
  orderTime: number;
}

/** The buyer's consent as stored with the order; any other value means no consent. */
const consent = z.object({ show_name: z.literal(1) });

const maxPurchases = 20;

/**
 * Returns the newest line items of paid orders whose products are still published.
 * @param since ms UTC
 * @param handles handles of the products to include, null for all
 */
export async function readPurchases(
  db: Queryable,
  since: number,
  handles: readonly string[] | null,
): Promise<Purchase[]> {
  if (handles?.length === 0) return [];
  let query = db
    .selectFrom('orders')
    // The concatenation keeps the query planner from looking up orders by line item, so that it filters the orders by time first.
    .innerJoin('order_lines', (join) =>
      join.on('order_lines.order_no', '=', sql<string>`orders.order_no || ''`),
    )
    .innerJoin('products', 'products.id', 'order_lines.product_id')
    .where('orders.status_key', '>=', orderStatus.paid)
    .where('orders.status_key', '<=', orderStatus.completed)
    .where('orders.hold_reason', '=', '')
    .where('orders.order_time', '>=', since)
    .where('order_lines.is_gift', '=', 0)
    .where('products.is_published', '=', 1)
    .where('products.deleted_at', 'is', null);
  if (handles) query = query.where('products.handle', 'in', [...handles]);
  const rows = await query
    .select(['orders.address', 'orders.extra_params', 'orders.order_time as orderTime'])
    .select(['products.title', 'products.handle', 'order_lines.sku', 'order_lines.image_url as image'])
    .orderBy('orders.order_time', 'desc')
    .orderBy('orders.order_no')
    .orderBy('order_lines.position')
    .limit(maxPurchases)
    .execute();
  return rows.map(({ address, extra_params, ...purchase }) => {
    const { first_name, country_code: countryCode } = parseAddress(address);
    const mayName = consent.safeParse(JSON.parse(extra_params)).success;
    const firstName = mayName ? (first_name.trim().split(/\s+/)[0] ?? '') : '';
    return { ...purchase, firstName, countryCode };
  });
}
