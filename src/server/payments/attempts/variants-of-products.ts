/** Express items may name a product only; then its one variant is meant (API-038). */
import type { Queryable } from '../../db/database.ts';

/** The variant of each product that has exactly one. */
export async function onlyVariants(db: Queryable, productIds: number[]): Promise<Map<number, number>> {
  if (productIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('variants')
    .select(['id', 'product_id'])
    .where('product_id', 'in', [...new Set(productIds)])
    .where('deleted_at', 'is', null)
    .execute();
  const byProduct = Map.groupBy(rows, (row) => row.product_id);
  return new Map(
    [...byProduct]
      .filter(([, variants]) => variants.length === 1)
      .map(([id, variants]) => [id, variants[0]!.id]),
  );
}
