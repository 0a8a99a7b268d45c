/** Writes products in batches, with their variants, images and collections. */

import { chunk } from '../db/chunk.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import type { DraftWithStoredProduct } from './csv/sku-conflicts.ts';
import type { ProductWritePlan, StoredProduct } from './plan-product.ts';

/** Reads stored products by handle or id, including deleted ones. Returns the products by handle. */
export async function readStoredProducts(
  trx: Queryable,
  by: { handles: readonly string[] } | { ids: readonly number[] },
): Promise<Map<string, StoredProduct>> {
  const found = new Map<string, StoredProduct>();
  const [column, values] = 'ids' in by ? (['id', by.ids] as const) : (['handle', by.handles] as const);
  for (const piece of chunk<string | number>(values)) {
    const rows = await trx.selectFrom('products').selectAll().where(column, 'in', piece).execute();
    if (rows.length === 0) continue;
    const byId = new Map(rows.map((row) => [row.id, { row, variants: [], pictures: [] } as StoredProduct]));
    const ids = [...byId.keys()];
    const variants = await trx
      .selectFrom('variants')
      .selectAll()
      .where('product_id', 'in', ids)
      .where('deleted_at', 'is', null)
      .orderBy('product_id')
      .orderBy('position')
      .orderBy('id')
      .execute();
    for (const variant of variants) byId.get(variant.product_id)!.variants.push(variant);
    const pictures = await trx
      .selectFrom('product_media')
      .selectAll()
      .where('product_id', 'in', ids)
      .orderBy('product_id')
      .orderBy('position')
      .execute();
    for (const { product_id, position, ...picture } of pictures) byId.get(product_id)!.pictures.push(picture);
    for (const product of byId.values()) found.set(product.row.handle, product);
  }
  return found;
}

/**
 * Finds other products that use an SKU of these drafts.
 * @returns for each SKU, the handles of products outside the drafts: one for each variant with the SKU that is not deleted
 */
export async function readHandlesBySku(
  trx: Queryable,
  drafts: readonly DraftWithStoredProduct[],
): Promise<Map<string, string[]>> {
  const handles = new Set(drafts.map(({ draft, stored }) => stored?.row.handle ?? draft.handle));
  const skus = new Set(drafts.flatMap(({ draft }) => draft.variants.flatMap(({ sku }) => sku || [])));
  const found = new Map<string, string[]>();
  for (const piece of chunk([...skus])) {
    const rows = await trx
      .selectFrom('variants as v')
      .innerJoin('products as p', 'p.id', 'v.product_id')
      .select(['v.sku', 'p.handle'])
      .where('v.sku', 'in', piece)
      .where('v.sku', '!=', '')
      .where('v.deleted_at', 'is', null)
      .where('p.deleted_at', 'is', null)
      .orderBy('v.id')
      .execute();
    for (const { sku, handle } of rows)
      if (!handles.has(handle)) found.set(sku, [...(found.get(sku) ?? []), handle]);
  }
  return found;
}

export interface ProductWrite {
  plan: ProductWritePlan;
  stored: StoredProduct | null;
  /** Ids of the collections that contain the product while it is published. */
  collectionIds: number[];
}

export interface ProductWriteResult {
  created: number[];
  /** Ids of existing products that changed. */
  changed: number[];
  unchanged: number;
  /** Ids of collections whose products or product cards changed. */
  collections: Set<number>;
}

/**
 * Writes the planned products; skips unchanged ones.
 * @param manualIds ids of manually filled collections, from which no product is removed
 */
export async function writeProducts(
  trx: Transaction,
  planned: readonly ProductWrite[],
  manualIds: ReadonlySet<number>,
  now: number,
): Promise<ProductWriteResult> {
  const memberships = await readMemberships(
    trx,
    planned.flatMap((write) => write.stored?.row.id ?? []),
  );
  const writes = planned.map((write) => {
    const byHand = (memberships.get(write.stored?.row.id ?? 0) ?? []).filter((id) => manualIds.has(id));
    return { ...write, collectionIds: [...new Set([...write.collectionIds, ...byHand])] };
  });
  const fresh = writes.filter((write) => write.stored === null);
  const altered = writes.filter((write) => write.stored && !isSame(write, memberships));
  const ids = await insertProducts(trx, fresh, now);
  const all = [...fresh, ...altered].map((write) => ({
    ...write,
    id: write.stored?.row.id ?? ids.get(write.plan.product.handle)!,
  }));
  for (const write of altered) await updateProduct(trx, write, now);
  await insertVariants(trx, all, now);
  await replacePictures(trx, all);
  await replaceMemberships(trx, all, now);
  const collections = new Set(all.flatMap((write) => write.collectionIds));
  for (const write of altered)
    for (const id of memberships.get(write.stored!.row.id) ?? []) collections.add(id);
  return {
    created: [...ids.values()],
    changed: altered.map((write) => write.stored!.row.id),
    unchanged: writes.length - all.length,
    collections,
  };
}

type Placed = ProductWrite & { id: number };

const isListed = (write: ProductWrite) => write.plan.product.is_published === 1;

async function readMemberships(trx: Transaction, ids: number[]): Promise<Map<number, number[]>> {
  const found = new Map<number, number[]>(ids.map((id) => [id, []]));
  for (const piece of chunk(ids)) {
    const rows = await trx
      .selectFrom('product_collections')
      .select(['product_id', 'collection_id'])
      .where('product_id', 'in', piece)
      .execute();
    for (const row of rows) found.get(row.product_id)!.push(row.collection_id);
  }
  return found;
}

function isSame({ plan, stored, collectionIds }: ProductWrite, memberships: Map<number, number[]>): boolean {
  const { row, variants, pictures } = stored!;
  const targetIds = isListed({ plan, stored, collectionIds }) ? collectionIds : [];
  return (
    holds(row, plan.product) &&
    plan.dropped.length === 0 &&
    plan.variants.length === variants.length &&
    plan.variants.every((variant, at) => holds(variants[at]!, variant)) &&
    plan.pictures.length === pictures.length &&
    plan.pictures.every((picture, at) => holds(pictures[at]!, picture)) &&
    targetIds.length === memberships.get(row.id)!.length &&
    memberships.get(row.id)!.every((id) => targetIds.includes(id))
  );
}

/** Returns whether `row` has every value of `values`. */
function holds(row: object, values: object): boolean {
  return Object.entries(values).every(([key, value]) => row[key as keyof typeof row] === value);
}

async function insertProducts(
  trx: Transaction,
  writes: readonly ProductWrite[],
  now: number,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const piece of chunk(writes)) {
    const rows = await trx
      .insertInto('products')
      .values(
        piece.map(({ plan }) => ({
          ...plan.product,
          comment_num: 0,
          comment_star_sum: 0,
          sold_count: 0,
          created_at: now,
          updated_at: now,
        })),
      )
      .returning(['id', 'handle'])
      .execute();
    for (const row of rows) ids.set(row.handle, row.id);
  }
  return ids;
}

async function updateProduct(trx: Transaction, { plan, stored }: ProductWrite, now: number): Promise<void> {
  await trx
    .updateTable('products')
    .set({ ...plan.product, updated_at: now })
    .where('id', '=', stored!.row.id)
    .execute();
  const before = new Map(stored!.variants.map((variant) => [variant.id, variant]));
  for (const { id, ...values } of plan.variants
    .filter((variant) => variant.id !== undefined)
    .sort((a, b) => a.id! - b.id!)) {
    if (holds(before.get(id!)!, values)) continue;
    await trx
      .updateTable('variants')
      .set({ ...values, ...(values.stock <= 0 && { back_told: 0 }), updated_at: now })
      .where('id', '=', id!)
      .execute();
  }
  for (const piece of chunk(plan.dropped)) {
    await trx
      .updateTable('variants')
      .set({ deleted_at: now, updated_at: now })
      .where('id', 'in', piece)
      .execute();
  }
}

async function insertVariants(trx: Transaction, writes: readonly Placed[], now: number): Promise<void> {
  const rows = writes.flatMap(({ plan, id }) =>
    plan.variants
      .filter((variant) => variant.id === undefined)
      .map((variant) => ({ ...variant, product_id: id, created_at: now, updated_at: now, deleted_at: null })),
  );
  for (const piece of chunk(rows)) await trx.insertInto('variants').values(piece).execute();
}

async function replacePictures(trx: Transaction, writes: readonly Placed[]): Promise<void> {
  const changed = writes.filter((write) => write.stored);
  for (const piece of chunk(changed.map((write) => write.id))) {
    await trx.deleteFrom('product_media').where('product_id', 'in', piece).execute();
  }
  const rows = writes.flatMap(({ plan, id }) =>
    plan.pictures.map((picture, position) => ({ ...picture, product_id: id, position })),
  );
  for (const piece of chunk(rows)) await trx.insertInto('product_media').values(piece).execute();
}

/** Updates the collections of the products; a product keeps its position in the merchant's order. */
async function replaceMemberships(trx: Transaction, writes: readonly Placed[], now: number): Promise<void> {
  for (const { id, stored, plan, collectionIds } of writes) {
    if (!stored) continue;
    const targetIds = plan.product.is_published === 1 ? collectionIds : [];
    let stale = trx.deleteFrom('product_collections').where('product_id', '=', id);
    if (targetIds.length > 0) stale = stale.where('collection_id', 'not in', targetIds);
    await stale.execute();
  }
  const rows = writes.filter(isListed).flatMap(({ id, stored, plan, collectionIds }) =>
    collectionIds.map((collectionId) => ({
      collection_id: collectionId,
      product_id: id,
      position: id,
      min_price: plan.product.min_price,
      title_key: plan.product.title.toLowerCase(),
      created_at: stored?.row.created_at ?? now,
    })),
  );
  for (const piece of chunk(rows)) {
    await trx
      .insertInto('product_collections')
      .values(piece)
      .onConflict((conflict) =>
        conflict.columns(['collection_id', 'product_id']).doUpdateSet((set) => ({
          min_price: set.ref('excluded.min_price'),
          title_key: set.ref('excluded.title_key'),
        })),
      )
      .execute();
  }
}
