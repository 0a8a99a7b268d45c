/** How many products fit a search that very many fit, and what they can be filtered by: in a sample, or exactly where prices differ by promotion. */
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../db/database.ts';
import { type Choices, type Selection, select } from '../selection.ts';
import { readColumns, slotsOf } from './columns.ts';
import { allProducts } from './documents.ts';
import { sampleOf } from './first-look.ts';
import type { OfferedValues } from './numbered-values.ts';
import { fits, inSample, type Together } from './text-query.ts';
import type { WordSearch } from './word-search.ts';

/** How many products a sample shall have at least, where there are as many. */
const sampled = 1500;

/** Up to so many are counted one by one, which takes as long as reading as many rows. */
export const countedExactly = 10_000;

export interface Narrowed {
  found: Together;
  /** With the choices but the price. */
  fitting: Together | null;
  /** The price. */
  priced: RawBuilder<unknown>;
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
  const packed = await packedOf(db, narrowed.found);
  const { columns } = await readColumns([packed], pricing, (most) => tables.values(most));
  return { columns, selection: select(slotsOf(columns), columns, narrowed.choices, narrowed.values.values) };
}

/** In order of id. */
async function packedOf(db: Queryable, query: Together): Promise<Buffer> {
  const { rows } = await sql<{ packed: Buffer | null }>`
    with hit as materialized (select product_id, packed from search_products where ${fits(query)})
    select string_agg(packed, ''::bytea order by product_id) as packed from hit`.execute(db);
  return rows[0]?.packed ?? Buffer.alloc(0);
}

/** What a sample says of all. */
export interface Sampled extends Omit<Selection, 'fits'> {
  /** The sample is all there is. */
  isAll: boolean;
}

/** Counts in the sample stand for so many times as many. @param seen how many were found at the first look */
export async function sampleSelection(
  { db, tables, pricing }: WordSearch,
  { found, choices, values }: Narrowed,
  seen: number,
): Promise<Sampled> {
  const power = sampleOf(seen, sampled);
  const packed = await packedOf(db, inSample(found, power));
  const { columns } = await readColumns([packed], pricing, (most) => tables.values(most));
  const selection = select(slotsOf(columns), columns, choices, values.values);
  const factor = 2 ** (allProducts - power);
  return {
    total: selection.total * factor,
    counts: selection.counts.map((number) => number * factor),
    priceMin: selection.priceMin,
    priceMax: selection.priceMax,
    inStock: selection.inStock * factor,
    isAll: power === allProducts,
  };
}

/** To three places: what a sample says is no more exact. */
export function about(count: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, count))) - 2);
  return Math.round(count / unit) * unit;
}

/** What has the words, the choices and the price. */
export function fitsAll({ fitting, priced }: Narrowed): RawBuilder<unknown> {
  return fitting === null ? sql`false` : sql`${fits(fitting)} ${priced}`;
}

/** One by one. */
export async function countOf(db: Queryable, narrowed: Narrowed): Promise<number> {
  if (narrowed.fitting === null) return 0;
  const { rows } = await sql<{ hits: number }>`select count(*) as hits from search_products
    where ${fitsAll(narrowed)}`.execute(db);
  return rows[0]!.hits;
}
