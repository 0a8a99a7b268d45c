/** What the writer of a review has bought of the product, by its orders (R130, R155). */
import type { Queryable } from '../db/database.ts';

/**
 * The variant of the product that this browser has paid for; an address typed in a form proves nothing. Only the option
 * values are told: what a line was customised with is the buyer's own.
 * @returns null when it has paid for none, '' when the product has no options or several variants were bought
 */
export async function boughtVariant(
  db: Queryable,
  visitorHash: string | null,
  productId: number,
): Promise<string | null> {
  if (visitorHash === null) return null;
  const rows = await db
    .selectFrom('orders')
    .innerJoin('order_lines', 'order_lines.order_no', 'orders.order_no')
    .select('order_lines.variant_option')
    .distinct()
    .where('orders.visitor_hash', '=', visitorHash)
    .where('orders.status_key', 'in', [1, 2, 3, 4])
    .where('order_lines.product_id', '=', productId)
    .limit(2)
    .execute();
  const [first, second] = rows;
  if (!first) return null;
  return second ? '' : first.variant_option;
}
