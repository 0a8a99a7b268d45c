/** Stores the statistics of past days. The rows from which they are calculated are deleted after some weeks. */

import { dayInTimeZone, daysUpTo, shiftDay, startOfDay } from '#lib/shop-day.ts';
import type { Services } from '../core/services.ts';
import type { ReportProgress } from '../core/track-progress.ts';
import type { Queryable } from '../db/database.ts';
import type { RecurringJob } from '../queue/job.ts';
import { computeDailyStats, type DailyStatsRow } from './compute-daily-stats.ts';
import { readTimeZone } from './settings.ts';

const hour = 3_600_000;
const day = 24 * hour;
/** Retention of page views, visits and load times, ms: long enough to recalculate the report of a month. */
export const rowRetention = 35 * day;
/** Retention of daily statistics, in days: long enough to compare a year with the previous one. Statistics contain no personal data. */
export const statsRetentionDays = 800;
/** Time to wait after midnight before calculating the statistics of the previous day, ms, so that queued rows are written first. */
const settling = 5 * 60_000;

/** Calculates the statistics of past days that have none yet. Runs hourly, so that a shop that was down catches up. */
export const visitStatsJob: RecurringJob = {
  kind: 'visit-figures',
  every: hour,
  run: async ({ services, signal }) => {
    const zone = await readTimeZone(services.db.read);
    for (const each of await daysToCount(services, zone)) {
      if (signal.aborted) return;
      // An error in one day's statistics must not block those of other days.
      try {
        await writeFigures(services, await computeDailyStats(services.db.read, each, zone));
      } catch (error) {
        services.log.error({ err: error, day: each }, 'daily statistics failed');
      }
    }
    const oldest = shiftDay(dayInTimeZone(services.now(), zone), -statsRetentionDays);
    await services.db.write.deleteFrom('daily_figures').where('day', '<', oldest).execute();
  },
};

/**
 * Returns the days of a report with their statistics. Statistics that are not stored yet, such as those of today, are calculated
 * now.
 * @param onProgress receives the number of days that are done
 */
export async function readDailyStats(
  { db, now }: Pick<Services, 'db' | 'now'>,
  count: number,
  zone: string,
  onProgress?: ReportProgress,
) {
  const days = daysUpTo(dayInTimeZone(now(), zone), count);
  const rows = await db.read.selectFrom('daily_figures').selectAll().where('day', 'in', days).execute();
  const counted = new Set(rows.map((row) => row.day));
  const figures: DailyStatsRow[] = rows;
  for (const [at, each] of days.entries()) {
    onProgress?.(at, days.length);
    if (counted.has(each)) continue;
    // Skip a day without stored statistics whose rows are already deleted: its statistics can no longer be calculated.
    if (startOfDay(each, zone) >= now() - rowRetention) {
      for (const row of await computeDailyStats(db.read, each, zone)) figures.push(row);
    }
  }
  return { days, figures };
}

/**
 * Deletes visits, page views and load times from before `before` (ms UTC), at most `limit` rows per table.
 * @returns the largest number of rows deleted from a table
 */
export async function deleteOldVisits(db: Queryable, before: number, limit: number): Promise<number> {
  const counts: number[] = [];
  for (const table of ['page_views', 'page_loads'] as const) {
    const old = db.selectFrom(table).select('id').where('at', '<', before).orderBy('at').limit(limit);
    const { numDeletedRows } = await db.deleteFrom(table).where('id', 'in', old).executeTakeFirstOrThrow();
    counts.push(Number(numDeletedRows));
  }
  const old = db
    .selectFrom('visits')
    .select('session_id')
    .where('at', '<', before)
    .orderBy('at')
    .limit(limit);
  const deletedVisits = await db
    .deleteFrom('visits')
    .where('session_id', 'in', old)
    .executeTakeFirstOrThrow();
  return Math.max(...counts, Number(deletedVisits.numDeletedRows));
}

async function daysToCount({ db, now }: Services, zone: string): Promise<string[]> {
  const last = dayInTimeZone(now() - settling, zone);
  const over = daysUpTo(shiftDay(last, -1), Math.floor(rowRetention / day) - 1);
  const rows = await db.read
    .selectFrom('daily_figures')
    .select('day')
    .where('kind', '=', 'shop')
    .where('day', 'in', over)
    .execute();
  const counted = new Set(rows.map((row) => row.day));
  return over.filter((each) => !counted.has(each));
}

async function writeFigures({ db }: Services, figures: readonly DailyStatsRow[]): Promise<void> {
  const [first] = figures;
  if (!first) return;
  await db.transaction(async (trx) => {
    await trx.deleteFrom('daily_figures').where('day', '=', first.day).execute();
    for (let at = 0; at < figures.length; at += 500) {
      await trx
        .insertInto('daily_figures')
        .values(figures.slice(at, at + 500))
        .execute();
    }
  });
}
