/**
 * Searches and filters for API-104. Price and stock are offered as filters; `choices` is empty until facets are counted,
 * and a filter that was not offered is refused rather than ignored.
 */
import type { Kysely } from 'kysely';
import { codes } from '#lib/contract/codes.ts';
import type { Database } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import { Failure } from '../http/failure.ts';
import { inPieces } from '../media/pictures-store.ts';
import { readCollectionsById } from './collections-store.ts';
import { orderOf, readPageIds, toSortType } from './listing-store.ts';
import { searchProducts } from './search-store.ts';

/** Matches of a filtered collection are counted up to here; a larger number would only say "very many", slowly. */
const countLimit = 5000;

export interface FilterWanted {
  collectionId: number | undefined;
  q: string;
  filters: {
    /** Minor units, both ends count. */
    priceMin: number | undefined;
    priceMax: number | undefined;
    inStock: boolean | undefined;
    options: Record<string, string[]>;
    tags: string[];
    vendors: string[];
    productTypes: string[];
  };
  sortType: number;
  page: number;
  size: number;
}

export interface Filtered {
  /** Of this page, in order. */
  ids: number[];
  /** At most 5000 when a collection is filtered. */
  total: number;
  /** Lowest and highest price of what matches without price filters, minor units. */
  priceMin: number;
  priceMax: number;
  choices: { name: string; values: { value: string; count: number }[] }[];
}

/**
 * @returns null when the collection does not exist
 * @throws Failure for a filter that is not offered
 */
export async function filterProducts(db: Database, wanted: FilterWanted): Promise<Filtered | null> {
  refuseUnknown(wanted.filters);
  if (wanted.q.trim() !== '') return filterSearch(db, wanted);
  if (wanted.collectionId === undefined) return { ids: [], total: 0, priceMin: 0, priceMax: 0, choices: [] };
  return filterCollection(db.read, wanted, wanted.collectionId);
}

function refuseUnknown({ options, tags, vendors, productTypes }: FilterWanted['filters']): void {
  const asked = { options: Object.keys(options), tags, vendors, product_types: productTypes };
  for (const [name, values] of Object.entries(asked)) {
    if (values.length > 0)
      throw new Failure(codes.badParameter, `filters.${name}: this filter is not offered.`);
  }
}

async function filterCollection(
  db: Kysely<Tables>,
  wanted: FilterWanted,
  id: number,
): Promise<Filtered | null> {
  const collection = (await readCollectionsById(db, [id])).get(id);
  if (!collection) return null;
  const { priceMin, priceMax, inStock } = wanted.filters;
  const [lowest, highest] = await Promise.all([priceEnd(db, id, 'asc'), priceEnd(db, id, 'desc')]);
  const ends = { priceMin: lowest, priceMax: highest, choices: [] };
  const sort = toSortType(wanted.sortType);
  if (priceMin === undefined && priceMax === undefined && inStock === undefined) {
    const total = collection.productCount;
    const ids = await readPageIds(db, {
      collectionId: id,
      total,
      sort,
      page: wanted.page,
      size: wanted.size,
    });
    return { ids, total, ...ends };
  }
  const matching = () => {
    let query = db.selectFrom('product_collections as pc').where('pc.collection_id', '=', id);
    if (priceMin !== undefined) query = query.where('pc.min_price', '>=', priceMin);
    if (priceMax !== undefined) query = query.where('pc.min_price', '<=', priceMax);
    if (inStock === undefined) return query;
    return query.where('pc.product_id', 'in', (inner) =>
      inner
        .selectFrom('products')
        .select('id')
        .where('in_stock', '=', inStock ? 1 : 0),
    );
  };
  const [key, direction] = orderOf(sort);
  const counted = matching().select('pc.product_id').limit(countLimit).as('counted');
  const { total } = await db
    .selectFrom(counted)
    .select((of) => of.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const offset = (wanted.page - 1) * wanted.size;
  if (offset >= Number(total)) return { ids: [], total: Number(total), ...ends };
  const rows = await matching()
    .select('pc.product_id')
    .orderBy(`pc.${key}`, direction)
    .orderBy('pc.product_id')
    .limit(wanted.size)
    .offset(offset)
    .execute();
  return { ids: rows.map((row) => row.product_id), total: Number(total), ...ends };
}

/** Lowest or highest price in a collection, from the end of its index. */
async function priceEnd(
  db: Kysely<Tables>,
  collectionId: number,
  direction: 'asc' | 'desc',
): Promise<number> {
  const row = await db
    .selectFrom('product_collections')
    .select('min_price')
    .where('collection_id', '=', collectionId)
    .orderBy('min_price', direction)
    .limit(1)
    .executeTakeFirst();
  return row?.min_price ?? 0;
}

async function filterSearch(db: Database, wanted: FilterWanted): Promise<Filtered> {
  const { found } = await searchProducts(db, wanted.q, toSortType(wanted.sortType));
  const { priceMin, priceMax, inStock } = wanted.filters;
  const inside =
    wanted.collectionId === undefined
      ? null
      : await membersAmong(
          db.read,
          wanted.collectionId,
          found.map((candidate) => candidate.id),
        );
  const base = found.filter(
    (candidate) =>
      (inside === null || inside.has(candidate.id)) &&
      (inStock === undefined || (candidate.inStock === 1) === inStock),
  );
  const matching = base.filter(
    ({ minPrice }) =>
      (priceMin === undefined || minPrice >= priceMin) && (priceMax === undefined || minPrice <= priceMax),
  );
  const prices = base.map((candidate) => candidate.minPrice);
  const from = (wanted.page - 1) * wanted.size;
  return {
    ids: matching.slice(from, from + wanted.size).map((candidate) => candidate.id),
    total: matching.length,
    priceMin: prices.length > 0 ? Math.min(...prices) : 0,
    priceMax: prices.length > 0 ? Math.max(...prices) : 0,
    choices: [],
  };
}

async function membersAmong(
  db: Kysely<Tables>,
  collectionId: number,
  ids: readonly number[],
): Promise<Set<number>> {
  const members = new Set<number>();
  for (const piece of inPieces(ids)) {
    const rows = await db
      .selectFrom('product_collections')
      .select('product_id')
      .where('collection_id', '=', collectionId)
      .where('product_id', 'in', piece)
      .execute();
    for (const row of rows) members.add(row.product_id);
  }
  return members;
}
