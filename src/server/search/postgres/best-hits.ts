/** Picks what is worth ranking of a search that very many products fit, by what the first look told. */
import { type RawBuilder, sql } from 'kysely';
import { bestOf } from '../ranking.ts';
import type { Reading } from '../read-search.ts';
import { allProducts } from './documents.ts';
import { type Asked, type Many, type Seen, sampleOf, stocked } from './first-look.ts';
import { type HitRow, highestValue, rankHits, readHits } from './hit-rows.ts';
import { allOf, anyOf, fits, inSample, type TextQuery, type Together, together } from './text-query.ts';
import { maxMentions, type WordSearch } from './word-search.ts';

/** Products that are ranked, about, at least. */
const ranked = 800;
/** Products that are ranked at most, of those that are few by the first look. */
export const rankedAtMost = 3000;

/** Mentions that are ranked, about, at least; and at most. */
const mentionsLookedAt = 150;
const mentionsAtMost = 400;

/** null where nothing fits the choices. */
export function withChoices(found: Together, { chosen, isNegative }: Asked): Together | null {
  if (chosen === undefined) return found;
  if (chosen === null) return null;
  return isNegative ? [allOf([...found, chosen])!] : [...found, chosen];
}

/**
 * Those whose title is the search, then by where all words stand whole, what can be bought before what cannot: of the first of these
 * that are many a sample, and all of those before.
 * @param fitting with the words and the choices
 * @param beside what else they have to be
 * @param isFitting whether what was seen may be one of them
 */
export async function bestRows(
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

/** What has one of the words in its description only, or all of them; null where the shop's words tell that nothing does. */
export function mentioningQuery(
  { query, scope, isPartial, asked: { described, called, named } }: Many,
  { units }: Reading,
  isNamed: boolean,
): Together | null {
  if (isNamed) {
    const [first = null, ...others] = query;
    return together(allOf([first, `!${allOf(named ?? [])}`]), ...others);
  }
  // Not all words have to be there: one that is will be there so.
  if (isPartial || units.some((unit) => unit.isOptional)) {
    const any = allOf([anyOf(described), `!${called}`]);
    return any === null ? null : [...query, any];
  }
  const [first = null, ...others] = described;
  return together(allOf([first, `!${called}`]), ...others, ...scope);
}

/** Of what only mentions the words, a part that is large enough. @param isMention whether what was seen is one */
export async function mentions(
  search: WordSearch,
  { look }: Many,
  query: Together,
  isMention: (one: Seen) => boolean,
): Promise<number[]> {
  const power = sampleOf(look.count(isMention), mentionsLookedAt);
  const rows = await readHits(search.db, fits(inSample(query, power)), mentionsAtMost);
  const values = await search.tables.values(highestValue(rows));
  const { ids, hits } = await rankHits(search, rows, values);
  return bestOf(hits.slots, hits.ranks, maxMentions).map((slot) => ids[slot]!);
}
