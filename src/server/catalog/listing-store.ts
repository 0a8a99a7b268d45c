/** Finds the products on one page of a collection. Each sort order has an index (R93). */
import { sql } from 'kysely';
import type { Queryable } from '../db/database.ts';
import { literalLimit, prepareQuery } from '../db/prepared.ts';

/** Sort orders (R93): 0 merchant's order, 1 newest, 4 A to Z, 5 Z to A, 6 price ascending, 7 price descending. */
export type SortType = 0 | 1 | 4 | 5 | 6 | 7;

/** Number of products on a page of a collection (R93). */
export const productsPerPage = 20;

const orders: Record<
  SortType,
  readonly ['position' | 'created_at' | 'title_key' | 'min_price', 'asc' | 'desc']
> = {
  0: ['position', 'asc'],
  1: ['created_at', 'desc'],
  4: ['title_key', 'asc'],
  5: ['title_key', 'desc'],
  6: ['min_price', 'asc'],
  7: ['min_price', 'desc'],
};

/** Parses a `sort_type`; any unknown value means the merchant's order. */
export function toSortType(value: number): SortType {
  return value in orders ? (value as SortType) : 0;
}

export interface CollectionPageQuery {
  collectionId: number;
  /** Number of products in the collection. */
  total: number;
  sort: SortType;
  /** Page number, from 1. */
  page: number;
  size: number;
}

/**
 * Returns the ids of the products on a page. Pages in the second half are counted from the end, so that the last page costs as
 * little as the first.
 */
export async function readPageProductIds(db: Queryable, query: CollectionPageQuery): Promise<number[]> {
  const from = (query.page - 1) * query.size;
  const size = Math.min(query.size, query.total - from);
  if (size <= 0) return [];
  const isNearEnd = from > query.total / 2;
  const offset = isNearEnd ? query.total - from - size : from;
  const [key, direction] = orders[query.sort];
  const backward = direction === 'asc' ? 'desc' : 'asc';
  const rows = await db
    .selectFrom('product_collections')
    .select('product_id')
    .where('collection_id', '=', query.collectionId)
    .orderBy(key, isNearEnd ? backward : direction)
    .orderBy('product_id', isNearEnd ? 'desc' : 'asc')
    .limit(size)
    .offset(offset)
    .execute();
  const ids = rows.map((row) => row.product_id);
  return isNearEnd ? ids.reverse() : ids;
}

/** Number of consecutive products in a collection that share one cached list of neighbours. */
export const neighbourBlockSize = 32;

/** Returns the available products of one block of a collection with their sales numbers, best-selling first. */
export function readNeighbourBlock(
  db: Queryable,
  collectionId: number,
  fromPosition: number,
): Promise<{ id: number; sold: number }[]> {
  return stretchRows(db, collectionId, fromPosition);
}

const stretchRows = prepareQuery((db, collectionId: number, fromPosition: number) =>
  db
    .selectFrom((builder) =>
      builder
        .selectFrom('product_collections')
        .select('product_id')
        .where('collection_id', '=', collectionId)
        .where('position', '>=', fromPosition)
        .orderBy('position')
        .orderBy('product_id')
        .limit(literalLimit(neighbourBlockSize))
        .as('stretch'),
    )
    .innerJoin('products as p', 'p.id', 'stretch.product_id')
    .where('p.is_published', '=', 1)
    .where('p.deleted_at', 'is', null)
    .where('p.in_stock', '=', 1)
    .select(['p.id', 'p.sold_count as sold'])
    .orderBy('p.sold_count', 'desc')
    .orderBy('p.id'),
);

/** Returns the ids of the shop's best-selling available products. */
export async function readBestSellerIds(db: Queryable, limit: number): Promise<number[]> {
  return (await bestRowsOfAll(db, limit)).map((row) => row.id);
}

const bestRowsOfAll = prepareQuery((db, limit: number) => forSale(db).limit(limit));

function forSale(db: Queryable) {
  return db
    .selectFrom('products')
    .select('id')
    .where('is_published', '=', 1)
    .where('deleted_at', 'is', null)
    .where('in_stock', '=', 1)
    .orderBy('sold_count', 'desc')
    .orderBy(sql.ref('id'));
}
