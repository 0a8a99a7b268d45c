/**
 * A search that more products fit than can be read for one answer. The first pages come from the best of them, picked by where the words
 * stand; all are counted in a sample, the same one each time, and where that says that they are few enough, once more exactly.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../db/database.ts';
import { pageOfRanks } from '../paginate.ts';
import type { FoundAmong } from '../product-finder.ts';
import { ranksEnd } from '../ranking.ts';
import { select } from '../selection.ts';
import { variantWish } from '../variant-wish.ts';
import { bestRows, mentioningQuery, mentions, rankedAtMost, withChoices } from './best-hits.ts';
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
import { aboutIn, type Many, type Seen } from './first-look.ts';
import { type HitRow, highestValue, isAny, rankHits, readHits } from './hit-rows.ts';
import type { WordSearch } from './word-search.ts';

/** Rows of an index that may be passed on the way to a page; more take longer than sorting all that is found. */
const passed = 10_000;

export async function findMany(search: WordSearch, many: Many): Promise<FoundAmong> {
  const { db, wanted, reading } = search;
  const { query, scope, look, choices, values, isPartial } = many;
  const { called, named, priced, isPromoted } = many.asked;
  const isNamed = await isNamedWhole(search, many);
  const mentioning = called === null ? null : mentioningQuery(many, reading, isNamed);
  // Where no product only mentions the words, all that is found is called by them.
  const isCalled = called !== null && mentioning !== null && (isNamed || (await isCalledWhole(search, many)));
  // What is called by the words has them.
  const isWhole = reading.units.every((unit) => !unit.isOptional) && (isNamed || reading.units.length === 1);
  const names = isNamed ? named! : isCalled ? [called] : [];
  const found = [...(isCalled && isWhole ? scope : query), ...names];
  const fitting = withChoices(found, many.asked);
  const narrowed: Narrowed = { found, fitting, priced, choices, values };
  const isFirst = wanted.sort === 0 && !isPromoted;
  const isFound = (one: Seen) => !isCalled || (isNamed ? one.isNamed : one.isCalled);
  const isFitting = (one: Seen) => isFound(one) && one.isFitting;
  // Begun beside the others where there may be few; the sample tells it more surely.
  const isLikelyFew = aboutIn(look.count(isFitting)) < countedExactly;
  const [whole, sampled, few, mentionIds, best] = await Promise.all([
    isPromoted ? wholeSelection(search, narrowed) : null,
    isPromoted ? null : sampleSelection(search, narrowed, look.count(isFound)),
    isPromoted || !isLikelyFew ? null : countOf(db, narrowed),
    isCalled ? mentions(search, many, mentioning, (one) => !isFound(one)) : [],
    isFirst && fitting !== null ? bestRows(search, many, fitting, priced, isFitting) : null,
  ]);
  const selection = whole?.selection ?? sampled!;
  const isExact = whole !== null || sampled?.isAll === true;
  const total = isExact
    ? selection.total
    : (few ?? (selection.total > countedExactly ? about(selection.total) : await countOf(db, narrowed)));
  const ids = await pageOf(search, many, narrowed, { whole, best, total });
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

/** Whether something found has all of several words whole in more than its description, and others may have some of them there only. */
async function isNamedWhole(
  { db }: WordSearch,
  { query, look, isPartial, asked: { named, namedWhole, described } }: Many,
): Promise<boolean> {
  if (isPartial || !named || !namedWhole || described.every((one) => one === null)) return false;
  return look.count((one) => one.isNamedWhole) > 0 || isAny(db, [...query, ...namedWhole]);
}

/** Whether something found has one of the words whole in more than its description; else a mention is as good as a beginning (ranking.ts). */
async function isCalledWhole(
  { db, reading: { units }, forms }: WordSearch,
  { query, scope, look, asked: { calledWhole } }: Many,
): Promise<boolean> {
  if (calledWhole === null) return false;
  if (look.count((one) => one.isCalledWhole) > 0) return true;
  // Of a single word the shop's words tell it.
  const words = units.flatMap(({ alternatives }) => alternatives.map((one) => one.words));
  if (
    units.length === 1 &&
    scope.length === 0 &&
    words.some(([word, ...more]) => more.length === 0 && forms.whole(word!).some((form) => form.isName))
  )
    return true;
  return isAny(db, [...query, calledWhole]);
}

interface Listed {
  whole: Whole | null;
  /** Rows that may be the best, where they were read. */
  best: HitRow[] | null;
  total: number;
}

async function pageOf(
  search: WordSearch,
  many: Many,
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
  if (sort === 0) {
    // The first look knows no prices of promotions: few that fit are ranked all.
    const isFew = whole !== null && total <= rankedAtMost;
    const rows =
      best ??
      (isFew
        ? await readHits(db, where, rankedAtMost)
        : await bestRows(search, many, narrowed.fitting, sql`and ${where}`, (one) => one.isFitting));
    return rankedPage(search, narrowed, rows, where, from, size);
  }
  const isIndexed = sort !== 4 && sort !== 5;
  const isNear = isIndexed && !whole && ((from + size) * (await countedRows(db))) / total < passed;
  const rows = sql`select product_id, price, created_at, title_key from search_products where ${where}`;
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
  const { db, tables } = search;
  const values = await tables.values(highestValue(rows));
  const { columns, ids, hits } = await rankHits(search, rows, values);
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
