/**
 * A search that more products fit than can be read for one answer. The first pages come from the best of them, picked by where the words
 * stand; all are counted in a sample, the same one each time, and where that says that they are few enough, once more exactly.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../db/database.ts';
import { pageOfRanks } from '../paginate.ts';
import type { FoundAmong } from '../product-finder.ts';
import { bestOf, ranksEnd } from '../ranking.ts';
import { type Choices, select } from '../selection.ts';
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
import { allProducts } from './documents.ts';
import { type Asked, aboutIn, type FirstLook, type Seen, sampleOf, stocked } from './first-look.ts';
import { type HitRow, highestValue, isAny, rankHits, readHits } from './hit-rows.ts';
import type { OfferedValues } from './numbered-values.ts';
import { allOf, fits, inSample, type TextQuery, type Together } from './text-query.ts';
import { maxMentions, type WordSearch } from './word-search.ts';

/** Products that are ranked, about, at least. */
const ranked = 800;
/** Products that are ranked at most, of those that are few by the first look. */
const rankedAtMost = 3000;

/** Rows of an index that may be passed on the way to a page; more take longer than sorting all that is found. */
const passed = 10_000;

/** Mentions that are ranked, about, at least; and at most. */
const mentionsLookedAt = 150;
const mentionsAtMost = 400;

/** What the words find: too many to read. */
export interface Many {
  /** Of all that has the words. */
  query: Together;
  /** Where it is to be found beside. */
  scope: Together;
  isPartial: boolean;
  look: FirstLook;
  asked: Asked;
  choices: Choices;
  values: OfferedValues;
}

export async function findMany(search: WordSearch, many: Many): Promise<FoundAmong> {
  const { db, wanted, reading } = search;
  const { query, scope, look, choices, values, isPartial } = many;
  const { called, priced, isPromoted } = many.asked;
  const described = many.asked.described(isPartial);
  // Where no product has the words in its description only, all that is found is called by them.
  const isCalled = called !== null && described !== null && (await isCalledWhole(search, many));
  // What is called by the only word has it.
  const isSingle = reading.units.length === 1;
  const found = !isCalled ? query : isSingle ? [called, ...scope] : [...query, called];
  const fitting = withChoices(found, many.asked);
  const narrowed: Narrowed = { found, fitting, priced, choices, values };
  const isFirst = wanted.sort === 0 && !isPromoted;
  const isFound = (one: Seen) => !isCalled || one.isCalled;
  const isFitting = (one: Seen) => isFound(one) && one.isFitting;
  // Begun beside the others where there may be few; the sample tells it more surely.
  const isLikelyFew = aboutIn(look.count(isFitting)) < countedExactly;
  const [whole, sampled, few, mentionIds, best] = await Promise.all([
    isPromoted ? wholeSelection(search, narrowed) : null,
    isPromoted ? null : sampleSelection(search, narrowed, look.count(isFound)),
    isPromoted || !isLikelyFew ? null : countOf(db, narrowed),
    isCalled ? mentions(search, many, [...query, allOf([described, `!${called}`])!]) : [],
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

function withChoices(found: Together, { chosen, isNegative }: Asked): Together | null {
  if (chosen === undefined) return found;
  if (chosen === null) return null;
  return isNegative ? [allOf([...found, chosen])!] : [...found, chosen];
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
    const rows =
      best ?? (await bestRows(search, many, narrowed.fitting, sql`and ${where}`, (one) => one.isFitting));
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

/**
 * Those whose title is the search, then by where all words stand whole, what can be bought before what cannot: of the first of these
 * that are many a sample, and all of those before.
 * @param fitting with the words and the choices
 * @param beside what else they have to be
 * @param isFitting whether what was seen may be one of them
 */
async function bestRows(
  { db, reading: { phrase, units } }: WordSearch,
  { asked, scope, look, isPartial }: Many,
  fitting: Together,
  beside: RawBuilder<unknown>,
  isFitting: (one: Seen) => boolean,
): Promise<HitRow[]> {
  const tierOf = (query: Together | null, is: (one: Seen) => boolean) => ({
    query,
    power: sampleOf(
      look.count((one) => isFitting(one) && is(one)),
      ranked,
    ),
  });
  // What has all words whole is among what has the words: asking that as well would take longer.
  const hasAll = (tier: TextQuery) =>
    tier === null
      ? null
      : units.some((unit) => unit.isOptional)
        ? [tier, ...fitting]
        : withChoices([tier, ...scope], asked);
  const tiers = [
    tierOf(hasAll(asked.bestTitled), (one) => one.isBestTitled),
    tierOf(hasAll(asked.bestCalled), (one) => one.isBestCalled),
    tierOf([stocked, ...fitting], (one) => one.isStocked),
    tierOf(fitting, () => true),
    // Where not all words are found together, nothing has them all.
  ].filter(({ query }, at) => query !== null && !(isPartial && at < 2));
  const many = tiers.findIndex(({ power }) => power < allProducts);
  const read = many < 0 ? tiers.slice(-1) : tiers.slice(Math.max(0, many - 1), many + 1);
  const rows = await Promise.all([
    readHits(
      db,
      sql`${fits(fitting)} ${beside} and md5(phrase) = md5(${phrase}) and phrase = ${phrase}`,
      maxMentions * 10,
    ),
    ...read.map(({ query, power }) =>
      readHits(db, sql`${fits(inSample(query!, power))} ${beside}`, rankedAtMost),
    ),
  ]);
  return rows.flat();
}

/** Of what only mentions the words, a part that is large enough. */
async function mentions(search: WordSearch, { look }: Many, query: Together): Promise<number[]> {
  const power = sampleOf(
    look.count((one) => !one.isCalled),
    mentionsLookedAt,
  );
  const rows = await readHits(search.db, fits(inSample(query, power)), mentionsAtMost);
  const values = await search.tables.values(highestValue(rows));
  const { ids, hits } = await rankHits(search, rows, values);
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
