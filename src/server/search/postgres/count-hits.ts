/** How many products fit a search that very many fit, and what they can be filtered by: in a sample, or exactly where prices differ by promotion. */
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../db/database.ts';
import { type Choices, type Selection, select } from '../selection.ts';
import { readColumns, slotsOf } from './columns.ts';
import { buckets, marks } from './documents.ts';
import { countUpTo } from './hit-rows.ts';
import type { OfferedValues } from './numbered-values.ts';
import { allOf, anyOf, lexeme, type TextQuery } from './text-query.ts';
import type { WordSearch } from './word-search.ts';

/** Of 256 parts of the catalogue, those that are looked at first, and about how many products a sample shall have. */
const firstLook = 4;
const sampled = 3000;

/** Up to so many are counted one by one, which takes as long as reading as many rows. */
export const countedExactly = 20_000;

export interface Narrowed {
  found: string;
  /** With the choices but the price. */
  fitting: TextQuery;
  choices: Choices;
  values: OfferedValues;
}

/** Every product that is found, priced and filtered. */
export interface Whole {
  selection: Selection;
  columns: Awaited<ReturnType<typeof readColumns>>['columns'];
}

/** Reads every hit. */
export async function wholeSelection(
  { db, tables, pricing }: WordSearch,
  narrowed: Narrowed,
): Promise<Whole> {
  const { rows } = await sql<{
    packed: Buffer | null;
  }>`select string_agg(packed, ''::bytea order by product_id) as packed
    from search_products join search_details using (product_id) where doc @@ ${narrowed.found}::tsquery`.execute(
    db,
  );
  const { columns } = await readColumns([rows[0]?.packed ?? Buffer.alloc(0)], pricing, (most) =>
    tables.values(most),
  );
  return { columns, selection: select(slotsOf(columns), columns, narrowed.choices, narrowed.values.values) };
}

/** Counts in the sample stand for so many times as many. */
export async function sampleSelection(
  { db, tables, pricing }: WordSearch,
  { found, choices, values }: Narrowed,
): Promise<Omit<Selection, 'fits'>> {
  const within = (parts: number) => {
    const some = anyOf(Array.from({ length: parts }, (_, number) => lexeme(marks.bucket(number))));
    return allOf([found, some])!;
  };
  const seen = await countUpTo(db, within(firstLook), sampled);
  const taken = Math.min(buckets, Math.max(firstLook, Math.floor((firstLook * sampled) / Math.max(1, seen))));
  const { rows } = await sql<{ packed: Buffer }>`
    with hit as materialized (select product_id from search_products where doc @@ ${within(taken)}::tsquery)
    select packed from hit join search_details using (product_id)`.execute(db);
  const { columns } = await readColumns(
    rows.map((row) => row.packed),
    pricing,
    (most) => tables.values(most),
  );
  const selection = select(slotsOf(columns), columns, choices, values.values);
  const factor = buckets / taken;
  return {
    total: Math.round(selection.total * factor),
    counts: selection.counts.map((number) => Math.round(number * factor)),
    priceMin: selection.priceMin,
    priceMax: selection.priceMax,
    inStock: Math.round(selection.inStock * factor),
  };
}

/** To three places: what a sample says is no more exact. */
export function about(count: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, count))) - 2);
  return Math.round(count / unit) * unit;
}

/** What has the words, the choices and the price. */
export function fitsAll({ fitting, choices: { priceMin, priceMax } }: Narrowed): RawBuilder<unknown> {
  const least = priceMin === undefined ? sql`` : sql`and price >= ${priceMin}`;
  const most = priceMax === undefined ? sql`` : sql`and price <= ${priceMax}`;
  return sql`doc @@ ${fitting}::tsquery ${least} ${most}`;
}

/** One by one. */
export async function countOf(db: Queryable, narrowed: Narrowed): Promise<number> {
  if (narrowed.fitting === null) return 0;
  const { rows } = await sql<{ hits: number }>`select count(*) as hits from search_products
    where ${fitsAll(narrowed)}`.execute(db);
  return rows[0]!.hits;
}
