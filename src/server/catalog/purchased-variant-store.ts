/** Finds the variant that the author of a review has bought, according to the stored orders (R130, R155). */
import type { Queryable } from '../db/database.ts';

/**
 * Returns the option values of the variant that this browser has paid for; an email address entered in a form is no proof of
 * purchase. Leaves out the line's customisation, which is private to the buyer.
 * @returns null if there is no paid order with the product; '' if the product has no options or several variants were bought
 */
export async function readPurchasedVariant(
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
