/**
 * A search that more products fit than can be read for one answer. Their number is counted by the index of words; the first pages come
 * from the best of them, picked by where the words stand; filters are counted in a sample, the same one each time.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../db/database.ts';
import { pageOfRanks } from '../paginate.ts';
import type { FoundAmong } from '../product-finder.ts';
import { bestOf, ranksEnd } from '../ranking.ts';
import { type Choices, type Selection, select } from '../selection.ts';
import { variantWish } from '../variant-wish.ts';
import { byPrice, readColumns, slotsOf } from './columns.ts';
import { buckets, marks } from './documents.ts';
import { countUpTo, type HitRow, highestValue, rankHits, readHits } from './hit-rows.ts';
import type { OfferedValues } from './numbered-values.ts';
import { allOf, anyOf, choicesQuery, lexeme, type TextQuery, unitQuery } from './text-query.ts';
import { maxMentions, type WordSearch } from './word-search.ts';

/** Products that are ranked, at least, and that filters are counted in, about. */
const ranked = 1000;
const sampled = 3000;

/** Mentions that are ranked. */
const mentionsLookedAt = 200;

/** @param query of all that has the words */
export async function findMany(search: WordSearch, query: string, isPartial: boolean): Promise<FoundAmong> {
  const { db, tables, pricing, wanted, reading, forms } = search;
  const called = anyOf(reading.units.map((unit) => unitQuery(unit, forms, 'called')));
  const calledWhole = anyOf(reading.units.map((unit) => unitQuery(unit, forms, 'calledWhole')));
  // Where nothing is called by a whole word, a mention is as good as a beginning (ranking.ts).
  const isCalled =
    called !== null && calledWhole !== null && (await countUpTo(db, allOf([query, calledWhole])!, 1)) > 0;
  const found = isCalled ? allOf([query, called])! : query;
  const values = await tables.values();
  const choices = { ...wanted.choices, groups: values.values.naming.named(wanted.choices.groups) };
  const chosen = choicesQuery(choices, values);
  const fitting = chosen === undefined ? found : allOf([found, chosen]);
  const hasPrices = choices.priceMin !== undefined || choices.priceMax !== undefined;
  const isPromoted = pricing.state !== '' && (hasPrices || wanted.sort === 6 || wanted.sort === 7);
  const count = await countOf(db, found);
  const narrowed: Narrowed = { found, fitting, choices, values };
  const [whole, counted, mentionIds] = await Promise.all([
    isPromoted ? wholeSelection(search, narrowed) : null,
    isPromoted ? null : sampleSelection(search, narrowed, count),
    isCalled ? mentions(search, allOf([query, `!${called}`])!) : [],
  ]);
  const selection = whole?.selection ?? counted!;
  const isCounted = !whole && !hasPrices;
  const total =
    isCounted && chosen !== undefined ? await countOf(db, fitting) : isCounted ? count : selection.total;
  const ids = await pageOf(search, narrowed, whole, total);
  return {
    ids,
    total,
    selection,
    facets: values.values,
    hits: { slots: { length: count }, isPartial },
    mentionIds,
    choices,
    wish: variantWish(choices, reading.units, values.values),
  };
}

interface Narrowed {
  found: string;
  /** With the choices but the price. */
  fitting: TextQuery;
  choices: Choices;
  values: OfferedValues;
}

/** Every product that is found, priced and filtered. */
interface Whole {
  selection: Selection;
  columns: Awaited<ReturnType<typeof readColumns>>['columns'];
}

const stocked = lexeme(marks.inStock);

async function wholeSelection({ db, tables, pricing }: WordSearch, narrowed: Narrowed): Promise<Whole> {
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
async function sampleSelection(
  { db, tables, pricing }: WordSearch,
  { found, choices, values }: Narrowed,
  count: number,
): Promise<Omit<Selection, 'fits'>> {
  const taken = Math.min(buckets, Math.max(1, Math.floor((buckets * sampled) / Math.max(1, count))));
  const some = anyOf(Array.from({ length: taken }, (_, number) => lexeme(marks.bucket(number))));
  const { rows } = await sql<{ packed: Buffer }>`
    with hit as materialized (select product_id from search_products where doc @@ ${allOf([found, some])}::tsquery)
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

async function pageOf(
  search: WordSearch,
  narrowed: Narrowed,
  whole: Whole | null,
  total: number,
): Promise<number[]> {
  const { db, wanted } = search;
  const { sort, page, size } = wanted;
  const from = (page - 1) * size;
  if (from >= total || narrowed.fitting === null) return [];
  if (whole && (sort === 6 || sort === 7)) {
    const { columns, selection } = whole;
    return byPrice(columns, selection.fits, sort === 7)
      .slice(from, from + size)
      .map((slot) => columns.ids[slot]!);
  }
  const where = whole ? isAmong(whole) : fitsAll(narrowed);
  const details = sort === 4 || sort === 5 ? sql`join search_details using (product_id)` : undefined;
  if (sort !== 0) return idsOf(db, where, orders[sort], from, size, details);
  return rankedPage(search, narrowed, where, from, size);
}

const orders = {
  1: sql`created_at desc, product_id`,
  4: sql`title_key, product_id`,
  5: sql`title_key desc, product_id`,
  6: sql`price, product_id`,
  7: sql`price desc, product_id`,
};

function isAmong({ columns, selection }: Whole): RawBuilder<unknown> {
  const ids = [...slotsOf(columns)].flatMap((slot) => (selection.fits[slot] === 1 ? columns.ids[slot]! : []));
  return sql`product_id = any(${ids}::bigint[])`;
}

function fitsAll({ fitting, choices: { priceMin, priceMax } }: Narrowed): RawBuilder<unknown> {
  const least = priceMin === undefined ? sql`` : sql`and price >= ${priceMin}`;
  const most = priceMax === undefined ? sql`` : sql`and price <= ${priceMax}`;
  return sql`doc @@ ${fitting}::tsquery ${least} ${most}`;
}

/** The best first; behind those that are ranked the others by id. */
async function rankedPage(
  search: WordSearch,
  { choices }: Narrowed,
  where: RawBuilder<unknown>,
  from: number,
  size: number,
): Promise<number[]> {
  const { db, tables, reading, languages, pricing } = search;
  const rows = await bestRows(search, where);
  const values = await tables.values(highestValue(rows));
  const { columns, ids, hits } = await rankHits(rows, reading, languages, pricing, values);
  const { fits, total } = select(hits.slots, columns, choices, values.values);
  const best = pageOfRanks([...slotsOf(columns)], hits.ranks, ranksEnd, fits, from, size).map(
    (slot) => ids[slot]!,
  );
  if (best.length === size) return best;
  const listed = [...slotsOf(columns)].flatMap((slot) => (fits[slot] === 1 ? ids[slot]! : []));
  const others = sql`${where} and product_id <> all(${listed}::bigint[])`;
  const more = await idsOf(db, others, sql`product_id`, Math.max(0, from - total), size - best.length);
  return [...best, ...more];
}

/** Those whose title is the search, then by where all words stand whole, what can be bought before what cannot. */
async function bestRows({ db, reading, forms }: WordSearch, where: RawBuilder<unknown>): Promise<HitRow[]> {
  const units = reading.units.filter((unit) => !unit.isOptional);
  const titled = allOf([stocked, ...units.map((unit) => unitQuery(unit, forms, 'titledWhole'))]);
  const called = allOf([stocked, ...units.map((unit) => unitQuery(unit, forms, 'calledWhole'))]);
  const rows = await readHits(
    db,
    sql`${where} and product_id in (
    select product_id from search_details where phrase = ${reading.phrase})`,
    maxMentions * 10,
  );
  for (const tier of [titled, called, stocked, undefined]) {
    if (rows.length >= ranked) break;
    if (tier === null) continue;
    rows.push(
      ...(await readHits(db, tier === undefined ? where : sql`${where} and doc @@ ${tier}::tsquery`, ranked)),
    );
  }
  return rows;
}

async function mentions(
  { db, tables, reading, languages, pricing }: WordSearch,
  query: string,
): Promise<number[]> {
  const rows = await readHits(db, sql`doc @@ ${query}::tsquery`, mentionsLookedAt);
  const values = await tables.values(highestValue(rows));
  const { ids, hits } = await rankHits(rows, reading, languages, pricing, values);
  return bestOf(hits.slots, hits.ranks, maxMentions).map((slot) => ids[slot]!);
}

async function idsOf(
  db: Queryable,
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  from: number,
  size: number,
  details = sql``,
): Promise<number[]> {
  const { rows } = await sql<{ product_id: number }>`select product_id from search_products
    ${details} where ${where} order by ${order} limit ${size} offset ${from}`.execute(db);
  return rows.map((row) => row.product_id);
}

async function countOf(db: Queryable, query: TextQuery): Promise<number> {
  if (query === null) return 0;
  const { rows } = await sql<{ hits: number }>`select count(*) as hits from search_products
    where doc @@ ${query}::tsquery`.execute(db);
  return rows[0]!.hits;
}
