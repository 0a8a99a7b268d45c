/**
 * A search that more products fit than can be read for one answer. The first pages come from the best of them, picked by where the words
 * stand; all are counted in a sample, the same one each time, and where that says that they are few enough, once more exactly.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../db/database.ts';
import { pageOfRanks } from '../paginate.ts';
import type { FoundAmong } from '../product-finder.ts';
import { bestOf, ranksEnd } from '../ranking.ts';
import { select } from '../selection.ts';
import { variantWish } from '../variant-wish.ts';
import { byPrice, slotsOf } from './columns.ts';
import {
  about,
  countedExactly,
  countOf,
  fitsAll,
  type Narrowed,
  sampleSelection,
  type Whole,
  wholeSelection,
} from './count-hits.ts';
import { marks } from './documents.ts';
import { countUpTo, type HitRow, highestValue, rankHits, readHits } from './hit-rows.ts';
import { allOf, anyOf, choicesQuery, lexeme, unitQuery } from './text-query.ts';
import { maxMentions, type WordSearch } from './word-search.ts';

/** Products that are ranked, at least, and that filters are counted in, about. */
const ranked = 1000;

/** Rows of an index that may be passed on the way to a page; more take longer than sorting all that is found. */
const passed = 10_000;

/** Mentions that are ranked. */
const mentionsLookedAt = 200;

const stocked = lexeme(marks.inStock);

/** @param query of all that has the words */
export async function findMany(search: WordSearch, query: string, isPartial: boolean): Promise<FoundAmong> {
  const { db, tables, pricing, wanted, reading, forms } = search;
  const called = anyOf(reading.units.map((unit) => unitQuery(unit, forms, 'called')));
  const isCalled = await isCalledWhole(search, query);
  const found = isCalled && called !== null ? allOf([query, called])! : query;
  const values = await tables.values();
  const choices = { ...wanted.choices, groups: values.values.naming.named(wanted.choices.groups) };
  const chosen = choicesQuery(choices, values);
  const fitting = chosen === undefined ? found : allOf([found, chosen]);
  const hasPrices = choices.priceMin !== undefined || choices.priceMax !== undefined;
  const isPromoted = pricing.state !== '' && (hasPrices || wanted.sort === 6 || wanted.sort === 7);
  const narrowed: Narrowed = { found, fitting, choices, values };
  const isFirst = wanted.sort === 0 && !isPromoted;
  const [whole, counted, mentionIds, best] = await Promise.all([
    isPromoted ? wholeSelection(search, narrowed) : null,
    isPromoted ? null : sampleSelection(search, narrowed),
    isCalled && called !== null ? mentions(search, allOf([query, `!${called}`])!) : [],
    isFirst && fitting !== null ? bestRows(search, fitsAll(narrowed)) : null,
  ]);
  const selection = whole?.selection ?? counted!;
  const isFew = !whole && selection.total <= countedExactly;
  const total = isFew ? await countOf(db, narrowed) : whole ? selection.total : about(selection.total);
  const ids = await pageOf(search, narrowed, { whole, best, total });
  return {
    ids,
    total,
    selection,
    facets: values.values,
    hits: { slots: { length: 1 }, isPartial },
    mentionIds,
    choices,
    wish: variantWish(choices, reading.units, values.values),
  };
}

/** Whether something found has one of the words whole in more than its description; else a mention is as good as a beginning (ranking.ts). */
async function isCalledWhole({ db, wanted, reading, forms }: WordSearch, query: string): Promise<boolean> {
  const { units } = reading;
  const whole = anyOf(units.map((unit) => unitQuery(unit, forms, 'calledWhole')));
  if (whole === null) return false;
  // Of a single word the shop's words tell it.
  const words = units.flatMap(({ alternatives }) => alternatives.map((one) => one.words));
  const isSingle = units.length === 1 && wanted.collectionId === undefined;
  if (
    isSingle &&
    words.some(([word, ...more]) => more.length === 0 && forms.whole(word!).some((form) => form.isName))
  )
    return true;
  return (await countUpTo(db, allOf([query, whole])!, 1)) > 0;
}

interface Listed {
  whole: Whole | null;
  /** Rows that may be the best, where they were read. */
  best: HitRow[] | null;
  total: number;
}

async function pageOf(
  search: WordSearch,
  narrowed: Narrowed,
  { whole, best, total }: Listed,
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
  if (sort === 0)
    return rankedPage(search, narrowed, best ?? (await bestRows(search, where)), where, from, size);
  if (sort === 4 || sort === 5) return idsOf(db, byTitle(where), orders[sort], from, size);
  const isNear = !whole && ((from + size) * (await countedRows(db))) / total < passed;
  const rows = sql`select product_id, price, created_at from search_products where ${where}`;
  return idsOf(db, isNear ? rows : sorted(rows), orders[sort], from, size);
}

const orders = {
  0: sql`product_id`,
  1: sql`created_at desc, product_id`,
  4: sql`title_key, product_id`,
  5: sql`title_key desc, product_id`,
  6: sql`price, product_id`,
  7: sql`price desc, product_id`,
};

/** All are found before they are sorted: an order's index would be gone through to its end for a page that stands deep. */
const sorted = (rows: RawBuilder<unknown>) => sql`with hit as materialized (${rows}) select * from hit`;

const byTitle = (where: RawBuilder<unknown>) =>
  sql`with hit as materialized (select product_id from search_products where ${where})
    select product_id, title_key from hit join search_details using (product_id)`;

/** About how many products there are. */
async function countedRows(db: Queryable): Promise<number> {
  const { rows } = await sql<{ rows: number }>`select reltuples::bigint as rows from pg_class
    where oid = 'search_products'::regclass`.execute(db);
  return Math.max(1, rows[0]?.rows ?? 1);
}

function isAmong({ columns, selection }: Whole): RawBuilder<unknown> {
  const ids = [...slotsOf(columns)].flatMap((slot) => (selection.fits[slot] === 1 ? columns.ids[slot]! : []));
  return sql`product_id = any(${ids}::bigint[])`;
}

/** The best first; behind those that are ranked the others by id. */
async function rankedPage(
  search: WordSearch,
  { choices }: Narrowed,
  rows: readonly HitRow[],
  where: RawBuilder<unknown>,
  from: number,
  size: number,
): Promise<number[]> {
  const { db, tables, reading, languages, pricing } = search;
  const values = await tables.values(highestValue(rows));
  const { columns, ids, hits } = await rankHits(rows, reading, languages, pricing, values);
  const { fits, total } = select(hits.slots, columns, choices, values.values);
  const best = pageOfRanks([...slotsOf(columns)], hits.ranks, ranksEnd, fits, from, size).map(
    (slot) => ids[slot]!,
  );
  if (best.length === size) return best;
  const listed = [...slotsOf(columns)].flatMap((slot) => (fits[slot] === 1 ? ids[slot]! : []));
  const others = sql`select product_id from search_products
    where ${where} and product_id <> all(${listed}::bigint[])`;
  const more = await idsOf(db, sorted(others), orders[0], Math.max(0, from - total), size - best.length);
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
  rows: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  from: number,
  size: number,
): Promise<number[]> {
  const found = await sql<{
    product_id: number;
  }>`${rows} order by ${order} limit ${size} offset ${from}`.execute(db);
  return found.rows.map((row) => row.product_id);
}
