/** Says which cached pages are out of date; every process reads it (design 5, 6). */
import type { Kysely, Transaction } from 'kysely';
import type { IdRange } from '../cache/id-gaps.ts';
import type { Tables } from './tables.ts';

/**
 * Has every page made from `tags` forgotten, in all processes, once the transaction commits.
 * @param tags from cache/tags.ts; none is allowed
 * @param now ms UTC
 */
export async function purge(trx: Transaction<Tables>, tags: readonly string[], now: number): Promise<void> {
  const rows = [...new Set(tags)].map((tag) => ({ tag, at: now }));
  if (rows.length > 0) await trx.insertInto('purges').values(rows).execute();
}

export interface PurgeRow {
  id: number;
  tag: string;
}

/** Purges with an id above `after`, and those within `gaps` that have appeared since; by id. */
export function readPurges(db: Kysely<Tables>, after: number, gaps: readonly IdRange[]): Promise<PurgeRow[]> {
  return db
    .selectFrom('purges')
    .select(['id', 'tag'])
    .where((where) =>
      where.or([where('id', '>', after), ...gaps.map(({ from, to }) => where.between('id', from, to))]),
    )
    .orderBy('id')
    .execute();
}

/** The highest id of a purge; 0 when there is none. */
export async function newestPurge(db: Kysely<Tables>): Promise<number> {
  const newest = await db
    .selectFrom('purges')
    .select((part) => part.fn.max('id').as('id'))
    .executeTakeFirst();
  return Number(newest?.id ?? 0);
}
