/** Reads promotions and what decides whether a product is in their range. */
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Tables } from '../db/tables.ts';
import type { ProductCollections, Promotion } from './promotion.ts';

const ids = z.array(z.number().int());
const rangeType = z.literal([1, 2, 3]);
const banner = z.object({
  cartShowDiscount: z.boolean().default(true),
  bannerBgColor: z.string().default(''),
  bannerFontColor: z.string().default(''),
});

const mostKept = 4000;

/** Reads each text once, so that rules are parsed and checked when they change and not for each bag. */
function once<Value>(read: (text: string) => Value): (text: string) => Value {
  const kept = new Map<string, Value>();
  return (text) => {
    let value = kept.get(text);
    if (value === undefined) {
      if (kept.size >= mostKept) kept.clear();
      value = read(text);
      kept.set(text, value);
    }
    return value;
  };
}

const rulesOf = once((text): unknown => JSON.parse(text));
const rangeOf = once((text): ReadonlySet<number> => new Set(ids.parse(JSON.parse(text))));
const bannerOf = once((text) => banner.parse(JSON.parse(text)));

/**
 * Promotions that are active or will be: status 1 and not over.
 * @param now ms UTC
 * @returns by id
 */
export async function readPromotions(db: Kysely<Tables>, now: number): Promise<Promotion[]> {
  const rows = await db
    .selectFrom('promotions')
    .selectAll()
    .where('status', '=', 1)
    .where((where) => where.or([where('ends_at', 'is', null), where('ends_at', '>', now)]))
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    discountType: row.discount_type,
    title: row.title,
    seoUrl: row.seo_url,
    code: row.code,
    status: row.status,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    rangeType: rangeType.parse(row.range_type),
    rangeIds: rangeOf(row.range_ids),
    rules: rulesOf(row.rules),
    priority: row.priority,
    usageLimit: row.usage_limit,
    usedCount: row.used_count,
    banner: bannerOf(row.json_config),
  }));
}

/**
 * Published products in the range of a promotion, by id.
 * @param only this one, if it is among them
 */
export async function readProductsInRange(
  db: Kysely<Tables>,
  { rangeType, rangeIds }: Promotion,
  only: number | null,
  limit: number,
): Promise<number[]> {
  let query = db
    .selectFrom('products')
    .select('id')
    .where('is_published', '=', 1)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(limit);
  if (only !== null) query = query.where('id', '=', only);
  const ids = [...rangeIds];
  if (rangeType === 2) query = query.where('id', 'in', ids);
  if (rangeType === 3) {
    query = query.where('id', 'in', (from) =>
      from.selectFrom('product_collections').select('product_id').where('collection_id', 'in', ids),
    );
  }
  return (await query.execute()).map((row) => row.id);
}

/** Collections of these products; asked only where a promotion selects collections. */
export async function readProductCollections(
  db: Kysely<Tables>,
  productIds: readonly number[],
  promotions: readonly Promotion[],
): Promise<ProductCollections> {
  const wanted = new Set(
    promotions.filter(({ rangeType }) => rangeType === 3).flatMap(({ rangeIds }) => [...rangeIds]),
  );
  const found = new Map<number, number[]>();
  if (wanted.size === 0 || productIds.length === 0) return found;
  const rows = await db
    .selectFrom('product_collections')
    .select(['product_id', 'collection_id'])
    .where('product_id', 'in', [...new Set(productIds)])
    .execute();
  for (const row of rows) {
    if (wanted.has(row.collection_id))
      found.set(row.product_id, [...(found.get(row.product_id) ?? []), row.collection_id]);
  }
  return found;
}
