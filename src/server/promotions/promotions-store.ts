/** Reads promotions, their products, and the collections that decide whether a product is in a promotion's range. */
import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../db/database.ts';
import { prepareQuery } from '../db/prepared.ts';
import type { PromotionsTable } from '../db/tables.ts';
import { promotionKindByName } from './kinds.ts';
import type { ProductCollections, Promotion } from './promotion.ts';

const ids = z.array(z.number().int());
const rangeType = z.literal([1, 2, 3]);
const banner = z.object({
  cartShowDiscount: z.boolean().default(true),
  bannerBgColor: z.string().default(''),
  bannerFontColor: z.string().default(''),
});

const maxCached = 4000;

/** Caches parse results by JSON text, so that the rules of a promotion are parsed only when they change and not for each bag. */
function cachedByText<Value>(read: (text: string) => Value): (text: string) => Value {
  const cache = new Map<string, Value>();
  return (text) => {
    let value = cache.get(text);
    if (value === undefined) {
      if (cache.size >= maxCached) cache.clear();
      value = read(text);
      cache.set(text, value);
    }
    return value;
  };
}

const rulesOf = cachedByText((text): unknown => JSON.parse(text));
const rangeOf = cachedByText((text): ReadonlySet<number> => new Set(ids.parse(JSON.parse(text))));
const bannerOf = cachedByText((text) => banner.parse(JSON.parse(text)));

/**
 * Returns promotions with status 1 that have not ended, including future ones.
 * @param now ms UTC
 * @returns sorted by id
 */
export async function readPromotions(db: Queryable, now: number): Promise<Promotion[]> {
  return (await currentRows(db, now)).map(toPromotion);
}

const currentRows = prepareQuery((db, now: number) =>
  db
    .selectFrom('promotions')
    .selectAll()
    .where('status', '=', 1)
    .where((where) => where.or([where('ends_at', 'is', null), where('ends_at', '>', now)]))
    .orderBy('id'),
);

function toPromotion(row: Selectable<PromotionsTable>): Promotion {
  return {
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
  };
}

/** Returns a promotion by its seo_url, whether active or not; null for drafts and unknown promotions. */
export async function readPromotionBySeoUrl(db: Queryable, seoUrl: string): Promise<Promotion | null> {
  const row = await db
    .selectFrom('promotions')
    .selectAll()
    .where('seo_url', '=', seoUrl)
    .where('status', '!=', 0)
    .orderBy('status')
    .orderBy('id')
    .executeTakeFirst();
  return row ? toPromotion(row) : null;
}

/**
 * Returns the ids of a promotion's published products: those in its rules if it is a group promotion, else those in its range.
 * `only` restricts the result to one product id.
 */
export async function readProductsOfPromotion(
  db: Queryable,
  promotion: Promotion,
  { from, size, only }: { from: number; size: number; only?: number | undefined },
): Promise<{ ids: number[]; total: number }> {
  const kind = promotionKindByName.get(promotion.kind);
  const group = kind?.step === 'group' ? kind.read(promotion.rules) : null;
  const collections = [...promotion.rangeIds];
  let query = db.selectFrom('products').where('is_published', '=', 1).where('deleted_at', 'is', null);
  if (only !== undefined) query = query.where('id', '=', only);
  if (group) {
    query = query.where((where) =>
      where.or([
        where('id', 'in', [...group.products, 0]),
        where('id', 'in', (select) =>
          select
            .selectFrom('variants')
            .select('product_id')
            .where('variants.id', 'in', [...group.variants, 0]),
        ),
      ]),
    );
  } else if (promotion.rangeType === 2) {
    query = query.where('id', 'in', [...promotion.rangeIds, 0]);
  } else if (promotion.rangeType === 3) {
    query = query.where('id', 'in', (select) =>
      select
        .selectFrom('product_collections')
        .select('product_id')
        .where('collection_id', 'in', [...collections, 0]),
    );
  }
  const [rows, { total }] = await Promise.all([
    query.select('id').orderBy('id').offset(from).limit(size).execute(),
    query.select((select) => select.fn.countAll<number | string>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { ids: rows.map((row) => row.id), total: Number(total) };
}

/** Returns the collections of the given products. Queries the database only if a promotion is limited to collections. */
export async function readProductCollections(
  db: Queryable,
  productIds: readonly number[],
  promotions: readonly Promotion[],
): Promise<ProductCollections> {
  const collectionIds = new Set(
    promotions.filter(({ rangeType }) => rangeType === 3).flatMap(({ rangeIds }) => [...rangeIds]),
  );
  const found = new Map<number, number[]>();
  if (collectionIds.size === 0 || productIds.length === 0) return found;
  const rows = await collectionRows(db, [...new Set(productIds)]);
  for (const row of rows) {
    if (collectionIds.has(row.collection_id))
      found.set(row.product_id, [...(found.get(row.product_id) ?? []), row.collection_id]);
  }
  return found;
}

const collectionRows = prepareQuery((db, productIds: readonly number[]) =>
  db
    .selectFrom('product_collections')
    .select(['product_id', 'collection_id'])
    .where('product_id', 'in', productIds),
);
