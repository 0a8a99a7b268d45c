/** Stores how often shoppers searched for a text that returned products, by language and day (R152). */
import { sql } from 'kysely';
import type { Queryable, Transaction } from '../db/database.ts';

const day = 24 * 3_600_000;

/** Number of days for which search counts are stored. */
const retentionDays = 30;

/** Maximum number of distinct searches stored per day: limits how much data anonymous visitors can write. */
export const maxSearchesPerDay = 2000;

/** Minimum count and number of days before a search is suggested, so that one person in one evening cannot make a search popular. */
const enough = { counts: 5, days: 2 };

export interface SearchCount {
  lang: string;
  q: string;
  /** UTC date, `YYYY-MM-DD`. */
  day: string;
  count: number;
}

/** Returns the UTC date of an instant as `YYYY-MM-DD`. @param at ms UTC */
export function toUtcDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/**
 * Adds to the counts of searches; ignores new searches once the daily maximum is reached.
 * @param searches sorted in the same way by all callers, to avoid deadlocks
 */
export async function incrementSearchCounts(
  trx: Transaction,
  searches: readonly SearchCount[],
): Promise<void> {
  for (const { count, ...key } of searches) {
    const updated = await trx
      .updateTable('search_counts')
      .set({ count: sql<number>`count + ${count}` })
      .where('lang', '=', key.lang)
      .where('q', '=', key.q)
      .where('day', '=', key.day)
      .executeTakeFirstOrThrow();
    if (updated.numUpdatedRows > 0n || (await countOf(trx, key.day)) >= maxSearchesPerDay) continue;
    await trx
      .insertInto('search_counts')
      .values({ ...key, count })
      .onConflict((conflict) =>
        conflict
          .columns(['lang', 'q', 'day'])
          .doUpdateSet({ count: sql<number>`search_counts.count + excluded.count` }),
      )
      .execute();
  }
}

async function countOf(trx: Transaction, day: string): Promise<number> {
  const { rows } = await trx
    .selectFrom('search_counts')
    .select((of) => of.fn.countAll<number>().as('rows'))
    .where('day', '=', day)
    .executeTakeFirstOrThrow();
  return Number(rows);
}

/** Returns the most common searches of the last 30 days in one language, most common first. @param now ms UTC */
export async function popularSearches(
  db: Queryable,
  lang: string,
  now: number,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('search_counts')
    .select(['q', (of) => of.fn.sum<number>('count').as('counts')])
    .where('lang', '=', lang)
    .where('day', '>', toUtcDay(now - retentionDays * day))
    .groupBy('q')
    .having((of) => of.fn.sum<number>('count'), '>=', enough.counts)
    .having((of) => of.fn.countAll<number>(), '>=', enough.days)
    .orderBy('counts', 'desc')
    .orderBy('q')
    .limit(limit)
    .execute();
  return rows.map(({ q }) => q);
}

/** Deletes search counts that are older than 30 days. @param now ms UTC */
export async function deleteOldSearches(db: Queryable, now: number): Promise<void> {
  await db
    .deleteFrom('search_counts')
    .where('day', '<=', toUtcDay(now - retentionDays * day))
    .execute();
}
