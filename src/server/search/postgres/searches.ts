/** Products that have the words of a search. */
import type { Queryable } from '../../db/database.ts';
import { pageOfRanks } from '../paginate.ts';
import type { FoundAmong } from '../product-finder.ts';
import { bestOf, partMentions, ranksEnd } from '../ranking.ts';
import { select } from '../selection.ts';
import { orderOn } from '../sort-orders.ts';
import { variantWish } from '../variant-wish.ts';
import { slotsOf } from './columns.ts';
import { marks } from './documents.ts';
import { type Asked, aboutIn, askedOf, type FirstLook, lookFirst } from './first-look.ts';
import { type HitRow, highestValue, isAny, rankHits, readUpTo } from './hit-rows.ts';
import { findMany } from './many-hits.ts';
import { searchLevels } from './search-levels.ts';
import { choicesQuery, lexeme, type Together } from './text-query.ts';
import { maxMentions, type WordSearch } from './word-search.ts';

/** Up to so many products are read whole: ranked, sorted and counted exactly. */
const exactly = 1500;
/** More than that, about, by the first look: then nobody has to count up to there. */
const surelyMany = 3000;

export async function findByWords(search: WordSearch): Promise<FoundAmong> {
  const { db, tables, wanted, reading, forms } = search;
  const alternatives = reading.units.flatMap((unit) => unit.alternatives);
  const typed = alternatives.flatMap((one) => (one.isTyped ? one.words : []));
  await Promise.all([
    forms.read(db, [...new Set(alternatives.flatMap((one) => one.words))]),
    forms.readBeginnings(db, [...new Set(typed)]),
  ]);
  const values = await tables.values();
  const choices = { ...wanted.choices, groups: values.values.naming.named(wanted.choices.groups) };
  const asked = askedOf(search, choicesQuery(choices, values));
  const scope = wanted.collectionId === undefined ? [] : [lexeme(marks.collection(wanted.collectionId))];
  for (const { query: anywhere, isPartial } of searchLevels(reading.units, forms)) {
    if (anywhere === null) continue;
    // What is nowhere in the collection may be elsewhere in the shop: then fewer words are not looked for.
    if (scope.length > 0 && !(await isAny(db, anywhere))) continue;
    const query = [...anywhere, ...scope];
    const { rows, look } = await hitsOf(db, query, asked);
    if (scope.length === 0 && rows?.length === 0) continue;
    if (rows) return findFew(search, rows, true);
    return findMany(search, { query, scope, isPartial, look, asked, choices, values });
  }
  return findFew(search, [], false);
}

/** @returns all that is found; null rows where that is too much to read */
async function hitsOf(
  db: Queryable,
  query: Together,
  asked: Asked,
): Promise<{ rows: HitRow[] | null; look: FirstLook }> {
  const look = await lookFirst(db, query, asked);
  const rows = aboutIn(look.count()) > surelyMany ? null : await readUpTo(db, query, exactly);
  return { rows, look };
}

async function findFew(search: WordSearch, rows: readonly HitRow[], isFound: boolean): Promise<FoundAmong> {
  const { tables, wanted, reading } = search;
  const { sort, page, size } = wanted;
  const values = await tables.values(highestValue(rows));
  const { columns, ids, hits } = await rankHits(search, rows, values);
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
