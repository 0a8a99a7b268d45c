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
  const words = reading.units.flatMap(({ alternatives }) => alternatives.flatMap((one) => one.words));
  await forms.read(db, [...new Set(words)]);
  const level = await firstWithHits(db, searchLevels(reading.units, forms));
  const scope = wanted.collectionId === undefined ? [] : [lexeme(marks.collection(wanted.collectionId))];
  const scoped = level && allOf([level.query, ...scope]);
  if (level && scoped && (await countUpTo(db, scoped, exactly + 1)) > exactly)
    return findMany(search, scoped, level.isPartial);
  return findFew(search, scoped, level !== null);
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

async function firstWithHits(db: Queryable, levels: Iterable<Level>): Promise<Level | null> {
  for (const level of levels) {
    if (level.query !== null && (await countUpTo(db, level.query, 1)) > 0) return level;
  }
  return null;
}
