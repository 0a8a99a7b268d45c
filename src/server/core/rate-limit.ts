/** Fixed-window rate limits, counted in the database so that all processes and machines share them. */
import { createHash } from 'node:crypto';
import { type Insertable, sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { prepareQuery } from '../db/prepared.ts';
import type { RateLimitsTable } from '../db/tables.ts';

export interface RateLimitRule {
  /** Name of the limited action, such as `coupon`. */
  name: string;
  /** Number of calls, or of other counted units, that are allowed per window. */
  hits: number;
  windowMs: number;
}

/**
 * Counts a call against a rate limit, in one statement.
 * @param subject the counted subject, such as an IP address, an email address or an order number; stored only as a hash
 * @param count number of units that the call uses
 * @returns whether the call is within the limit
 */
export async function consumeRateLimit(
  db: Database,
  limit: RateLimitRule,
  subject: string,
  now: number,
  count = 1,
): Promise<boolean> {
  const row = { key: keyOf(limit, subject), window_start: windowOf(limit, now), hits: count };
  const [counted] = await countHit(db.write, row, limit.hits);
  return counted !== undefined && counted.hits <= limit.hits;
}

const countHit = prepareQuery((db, row: Insertable<RateLimitsTable>, maxHits: number) =>
  db
    .insertInto('rate_limits')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({
          hits: sql<number>`case when rate_limits.window_start = excluded.window_start then rate_limits.hits + excluded.hits else excluded.hits end`,
          window_start: (eb) => eb.ref('excluded.window_start'),
        })
        // A rejected call writes nothing, because the commits of a flood of calls would slow down all other requests.
        .where((is) =>
          is.or([
            is('rate_limits.window_start', '!=', is.ref('excluded.window_start')),
            is('rate_limits.hits', '<=', maxHits),
          ]),
        ),
    )
    .returning('hits'),
);

/** Returns whether the subject has been counted in the current window, without counting it. */
export async function hasRateLimitCount(
  db: Database,
  limit: RateLimitRule,
  subject: string,
  now: number,
): Promise<boolean> {
  const row = await db.read
    .selectFrom('rate_limits')
    .select('hits')
    .where('key', '=', keyOf(limit, subject))
    .where('window_start', '=', windowOf(limit, now))
    .executeTakeFirst();
  return row !== undefined;
}

function keyOf({ name }: RateLimitRule, subject: string): string {
  return `${name}:${createHash('sha256').update(`${name}\n${subject}`).digest('base64url')}`;
}

/** Returns the seconds until the current window ends, rounded up. */
export function secondsLeft({ windowMs }: RateLimitRule, now: number): number {
  return Math.ceil((windowMs - (now % windowMs)) / 1000);
}

function windowOf({ windowMs }: RateLimitRule, now: number): number {
  return now - (now % windowMs);
}

/** Deletes counters whose window began more than a day ago. */
export async function deleteOldRateLimits(db: Database, now: number): Promise<void> {
  await db.write
    .deleteFrom('rate_limits')
    .where('window_start', '<', now - 24 * 60 * 60 * 1000)
    .execute();
}
