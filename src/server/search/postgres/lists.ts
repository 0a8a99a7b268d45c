/** Lists of a collection: its packed products are read whole and counted as the embedded index counts its own. */
import { type RawBuilder, sql } from 'kysely';
import { readPageIds, type SortType } from '../../catalog/listing-store.ts';
import type { Queryable } from '../../db/database.ts';
import type { FoundAmong } from '../product-finder.ts';
import type { Pricing, Wanted } from '../search-index.ts';
import { select } from '../selection.ts';
import { variantWish } from '../variant-wish.ts';
import { byPrice, type ReadColumns, readColumns, slotsOf } from './columns.ts';
import type { SyncedTables } from './synced-tables.ts';

/** The keys of product_collections that lists go by, price left out: that depends on promotions. */
const orders: Record<
  Exclude<SortType, 6 | 7>,
  readonly [forward: RawBuilder<unknown>, backward: RawBuilder<unknown>]
> = {
  0: [sql`position, product_id`, sql`position desc, product_id desc`],
  1: [sql`created_at desc, product_id`, sql`created_at, product_id desc`],
  4: [sql`title_key, product_id`, sql`title_key desc, product_id desc`],
  5: [sql`title_key desc, product_id`, sql`title_key, product_id desc`],
};

/** @param wanted with a collection and without words */
export async function findInCollection(
  db: Queryable,
  tables: SyncedTables,
  pricing: Pricing,
  wanted: Wanted & { collectionId: number },
): Promise<FoundAmong> {
  const { collectionId, sort, page, size } = wanted;
  const { rows } = await sql<{ packed: Buffer }>`select packed from search_segments
    where collection_id = ${collectionId} order by first_id`.execute(db);
  const runs = rows.map(({ packed }) => packed);
  const { columns, values } = await readColumns(runs, pricing, (most) => tables.values(most));
  const choices = { ...wanted.choices, groups: values.values.naming.named(wanted.choices.groups) };
  const selection = select(slotsOf(columns), columns, choices, values.values);
  const { total, fits } = selection;
  const from = (page - 1) * size;
  const pageIds = async (): Promise<number[]> => {
    if (from >= total) return [];
    if (sort === 6 || sort === 7) {
      return byPrice(columns, fits, sort === 7)
        .slice(from, from + size)
        .map((slot) => columns.ids[slot]!);
    }
    if (total === columns.size) return readPageIds(db, { collectionId, total, sort, page, size });
    return pageOfFits(db, collectionId, sort, columns, fits, total, from, size);
  };
  const ids = await pageIds();
  const wish = variantWish(choices, [], values.values);
  return { ids, total, selection, facets: values.values, hits: null, mentionIds: [], choices, wish };
}

/** Reads ids in order, from the nearer end, until the page is full. */
async function pageOfFits(
  db: Queryable,
  collectionId: number,
  sort: keyof typeof orders,
  columns: ReadColumns,
  fits: Uint8Array,
  total: number,
  from: number,
  size: number,
): Promise<number[]> {
  const slotOf = new Map<number, number>();
  for (const slot of slotsOf(columns)) if (fits[slot] === 1) slotOf.set(columns.ids[slot]!, slot);
  const count = Math.min(size, total - from);
  const isNearEnd = from > total / 2;
  const passed = isNearEnd ? total - from - count : from;
  const order = orders[sort][isNearEnd ? 1 : 0];
  // As many as it takes where what fits is spread evenly, and some; then all.
  const likely = Math.ceil(((passed + count) * columns.size * 1.2) / total) + 500;
  for (const most of [likely, columns.size + 1000]) {
    const { rows } = await sql<{
      ids: Buffer;
    }>`select string_agg(int8send(product_id), ''::bytea) as ids from (
      select product_id from product_collections where collection_id = ${collectionId} order by ${order} limit ${most}
    ) as ordered`.execute(db);
    const ordered = bigints(rows[0]?.ids ?? Buffer.alloc(0)).filter((id) => slotOf.has(id));
    if (ordered.length < passed + count && most === likely) continue;
    const ids = ordered.slice(passed, passed + count);
    return isNearEnd ? ids.reverse() : ids;
  }
  return [];
}

function bigints(bytes: Buffer): number[] {
  return Array.from(
    { length: bytes.length / 8 },
    (_, at) => bytes.readUInt32BE(at * 8) * 2 ** 32 + bytes.readUInt32BE(at * 8 + 4),
  );
}
