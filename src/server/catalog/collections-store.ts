import { chunk } from '../db/chunk.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import { prepareQuery } from '../db/prepared.ts';

export interface CollectionRecord {
  id: number;
  handle: string;
  title: string;
  descriptionHtml: string;
  mediaId: string | null;
  ruleTag: string;
  isPublished: boolean;
  productCount: number;
  seoTitle: string;
  seoDescription: string;
  updatedAt: number;
}

const columns = [
  'id',
  'handle',
  'title',
  'description_html as descriptionHtml',
  'media_id as mediaId',
  'rule_tag as ruleTag',
  'is_published',
  'product_count as productCount',
  'seo_title as seoTitle',
  'seo_description as seoDescription',
  'updated_at as updatedAt',
] as const;

export async function readCollectionByHandle(
  db: Queryable,
  handle: string,
): Promise<CollectionRecord | null> {
  const row = await published(db).where('handle', '=', handle).executeTakeFirst();
  return row ? toRecord(row) : null;
}

/** Returns the published collections with these ids, by id. */
export async function readCollectionsById(
  db: Queryable,
  ids: readonly number[],
): Promise<Map<number, CollectionRecord>> {
  const found = new Map<number, CollectionRecord>();
  for (const piece of chunk([...new Set(ids)])) {
    for (const row of await published(db).where('id', 'in', piece).execute())
      found.set(row.id, toRecord(row));
  }
  return found;
}

/** Returns published collections in the merchant's order. */
export async function listCollections(db: Queryable, limit = 1000): Promise<CollectionRecord[]> {
  const rows = await published(db).orderBy('position').orderBy('id').limit(limit).execute();
  return rows.map(toRecord);
}

/** Returns id, handle and title of published collections that have products, in the merchant's order, at most 1000. */
export function readCollectionNames(db: Queryable): Promise<{ id: number; handle: string; title: string }[]> {
  return db
    .selectFrom('collections')
    .select(['id', 'handle', 'title'])
    .where('is_published', '=', 1)
    .where('product_count', '>', 0)
    .orderBy('position')
    .orderBy('id')
    .limit(1000)
    .execute();
}

/** A collection that contains a product. */
export interface ProductCollection
  extends Pick<CollectionRecord, 'id' | 'handle' | 'title' | 'mediaId' | 'isPublished' | 'productCount'> {
  /** The product's position in the collection. */
  at: number;
}

/** Returns the published collections that contain a product, in the merchant's order. */
export async function readCollectionsOfProduct(
  db: Queryable,
  productId: number,
): Promise<ProductCollection[]> {
  return (await readAllCollectionsOfProduct(db, productId)).filter(({ isPublished }) => isPublished);
}

/**
 * Returns the published collections of several products with one query, in the order of the ids; a product in no collection gets
 * an empty list.
 */
export async function readCollectionsOfProducts(
  db: Queryable,
  productIds: readonly number[],
): Promise<ProductCollection[][]> {
  if (productIds.length === 0) return [];
  const rows = await placeRows(db, productIds);
  const published = rows.filter(({ is_published }) => is_published === 1);
  const byProduct = Map.groupBy(published, ({ productId }) => productId);
  return productIds.map((id) => (byProduct.get(id) ?? []).map(toPlace));
}

/** Returns all collections that contain a product, including unpublished ones, which promotions may refer to. */
export async function readAllCollectionsOfProduct(
  db: Queryable,
  productId: number,
): Promise<ProductCollection[]> {
  return (await placeRows(db, [productId])).map(toPlace);
}

const placeRows = prepareQuery((db, productIds: readonly number[]) =>
  db
    .selectFrom('product_collections as pc')
    .innerJoin('collections', 'collections.id', 'pc.collection_id')
    .where('pc.product_id', 'in', productIds)
    .select(['pc.product_id as productId', 'pc.position as at'])
    .select(['id', 'handle', 'title', 'media_id as mediaId', 'is_published', 'product_count as productCount'])
    .orderBy('collections.position')
    .orderBy('id'),
);

function toPlace({
  is_published,
  id,
  handle,
  title,
  mediaId,
  productCount,
  at,
}: PlaceRow): ProductCollection {
  return { id, handle, title, mediaId, productCount, at, isPublished: is_published === 1 };
}

type PlaceRow = Awaited<ReturnType<typeof placeRows>>[number];

function published(db: Queryable) {
  return db.selectFrom('collections').select(columns).where('is_published', '=', 1);
}

type Row = Awaited<ReturnType<ReturnType<typeof published>['executeTakeFirstOrThrow']>>;

function toRecord({ is_published, ...row }: Row): CollectionRecord {
  return { ...row, isPublished: is_published === 1 };
}

/** A collection as read from a file. Undefined fields keep the stored value. */
export interface CollectionDraft {
  handle: string;
  title: string;
  descriptionHtml?: string;
  mediaId?: string | null;
  ruleTag?: string;
  position?: number;
  seoTitle?: string;
  seoDescription?: string;
}

/**
 * Creates missing collections and updates existing ones to match the drafts; publishes unpublished ones.
 * @returns ids of the created and of the changed collections
 */
export async function saveCollections(
  trx: Transaction,
  drafts: readonly CollectionDraft[],
  now: number,
): Promise<number[]> {
  const changed: number[] = [];
  for (const draft of drafts) {
    const values = {
      title: draft.title,
      is_published: 1 as const,
      ...(draft.descriptionHtml !== undefined && { description_html: draft.descriptionHtml }),
      ...(draft.mediaId !== undefined && { media_id: draft.mediaId }),
      ...(draft.ruleTag !== undefined && { rule_tag: draft.ruleTag }),
      ...(draft.position !== undefined && { position: draft.position }),
      ...(draft.seoTitle !== undefined && { seo_title: draft.seoTitle }),
      ...(draft.seoDescription !== undefined && { seo_description: draft.seoDescription }),
    };
    const old = await trx
      .selectFrom('collections')
      .selectAll()
      .where('handle', '=', draft.handle)
      .executeTakeFirst();
    if (!old) {
      const created = await trx
        .insertInto('collections')
        .values({
          handle: draft.handle,
          description_html: '',
          media_id: null,
          rule_tag: '',
          product_count: 0,
          position: 1_000_000,
          seo_title: '',
          seo_description: '',
          created_at: now,
          updated_at: now,
          ...values,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      changed.push(created.id);
    } else if (Object.entries(values).some(([key, value]) => old[key as keyof typeof old] !== value)) {
      await trx
        .updateTable('collections')
        .set({ ...values, updated_at: now })
        .where('id', '=', old.id)
        .execute();
      changed.push(old.id);
    }
  }
  return changed;
}

/** Updates the stored product counts of collections, which pages read instead of counting. */
export async function recountCollections(trx: Transaction, ids: readonly number[]): Promise<void> {
  for (const id of [...ids].sort((a, b) => a - b)) {
    const { count } = await trx
      .selectFrom('product_collections')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('collection_id', '=', id)
      .executeTakeFirstOrThrow();
    await trx
      .updateTable('collections')
      .set({ product_count: Number(count) })
      .where('id', '=', id)
      .execute();
  }
}
