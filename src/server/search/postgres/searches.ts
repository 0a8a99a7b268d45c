/** Products that have the words of a search. */
import { sql } from 'kysely';
import type { Queryable } from '../../db/database.ts';
import { pageOfRanks } from '../paginate.ts';
import type { FoundAmong } from '../product-finder.ts';
import { bestOf, partMentions, ranksEnd } from '../ranking.ts';
import { select } from '../selection.ts';
import { orderOn } from '../sort-orders.ts';
import { variantWish } from '../variant-wish.ts';
import { slotsOf } from './columns.ts';
import { marks } from './documents.ts';
import { countUpTo, highestValue, rankHits, readHits } from './hit-rows.ts';
import { findMany } from './many-hits.ts';
import { type Level, searchLevels } from './search-levels.ts';
import { allOf, lexeme, type TextQuery } from './text-query.ts';
import { maxMentions, type WordSearch } from './word-search.ts';

/** Up to so many products are read whole: ranked, sorted and counted exactly. */
const exactly = 1500;

export async function findByWords(search: WordSearch): Promise<FoundAmong> {
  const { db, wanted, reading, forms } = search;
  const alternatives = reading.units.flatMap((unit) => unit.alternatives);
  const typed = alternatives.flatMap((one) => (one.isTyped ? one.words : []));
  await Promise.all([
    forms.read(db, [...new Set(alternatives.flatMap((one) => one.words))]),
    forms.readBeginnings(db, [...new Set(typed)]),
  ]);
  const level = await firstWithHits(db, searchLevels(reading.units, forms));
  if (!level) return findFew(search, null, false);
  const scope = wanted.collectionId === undefined ? [] : [lexeme(marks.collection(wanted.collectionId))];
  const query = allOf([level.query, ...scope])!;
  const count = scope.length === 0 ? level.count : await countUpTo(db, query, exactly + 1);
  return count > exactly ? findMany(search, query, level.isPartial) : findFew(search, query, true);
}

async function findFew(
  { db, tables, pricing, wanted, reading, languages }: WordSearch,
  query: TextQuery,
  isFound: boolean,
): Promise<FoundAmong> {
  const { sort, page, size } = wanted;
  const rows = query === null ? [] : await readHits(db, sql`doc @@ ${query}::tsquery`, exactly);
  const values = await tables.values(highestValue(rows));
  const { columns, ids, hits } = await rankHits(rows, reading, languages, pricing, values);
  const { found, mentions } = partMentions(hits.slots, hits);
  const choices = { ...wanted.choices, groups: values.values.naming.named(wanted.choices.groups) };
  const selection = select(found, columns, choices, values.values);
  const from = (page - 1) * size;
  const { fits, total } = selection;
  const all = [...slotsOf(columns)];
  const slots =
    sort === 0
      ? pageOfRanks(all, hits.ranks, ranksEnd, fits, from, size)
      : all
          .filter((slot) => fits[slot] === 1)
          .sort(orderOn(columns, sort))
          .slice(from, from + size);
  return {
    ids: slots.map((slot) => ids[slot]!),
    total,
    selection,
    facets: values.values,
    // Elsewhere in the shop the words are there.
    hits: { slots: { length: isFound ? Math.max(1, hits.slots.length) : 0 }, isPartial: hits.isPartial },
    mentionIds: bestOf(mentions, hits.ranks, maxMentions).map((slot) => ids[slot]!),
    choices,
    wish: variantWish(choices, reading.units, values.values),
  };
}

/** @returns the first that anything fits, with how many, up to one more than are read whole */
async function firstWithHits(
  db: Queryable,
  levels: Iterable<Level>,
): Promise<(Level & { count: number }) | null> {
  for (const level of levels) {
    const count = level.query === null ? 0 : await countUpTo(db, level.query, exactly + 1);
    if (count > 0) return { ...level, count };
  }
  return null;
}
