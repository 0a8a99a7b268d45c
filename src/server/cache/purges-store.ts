/** Reads and writes the `purges` table: the tags of changed data, which every process polls to invalidate its caches. */
import { type Compilable, sql } from 'kysely';
import type { Database, Queryable, Transaction } from '../db/database.ts';
import { prepareQuery } from '../db/prepared.ts';
import type { IdRange } from './id-gaps.ts';

/**
 * Invalidates every page built from data with one of `tags`, in all processes, once the transaction commits.
 * @param tags from cache/tags.ts; may be empty
 * @param now ms UTC
 */
export async function purge(trx: Transaction, tags: readonly string[], now: number): Promise<void> {
  const rows = [...new Set(tags)].map((tag) => ({ tag, at: now }));
  if (rows.length > 0) await trx.insertInto('purges').values(rows).execute();
}

export interface PurgeRow {
  id: number;
  tag: string;
}

/** Returns the purges with an id above `after` or within one of the `gaps`, ordered by id. */
export function readPurges(db: Queryable, after: number, gaps: readonly IdRange[]): Promise<PurgeRow[]> {
  // Add an explicit lower bound: SQLite cannot derive an index range from the OR below.
  const lowest = Math.min(after, ...gaps.map(({ from }) => from));
  return db
    .selectFrom('purges')
    .select(['id', 'tag'])
    .where('id', '>=', lowest)
    .where((where) =>
      where.or([where('id', '>', after), ...gaps.map(({ from, to }) => where.between('id', from, to))]),
    )
    .orderBy('id')
    .execute();
}

const readAbove = prepareQuery((db, after: number) =>
  db.selectFrom('purges').select(['id', 'tag']).where('id', '>', after).orderBy('id'),
);

const dataVersion = prepareQuery(
  (db): Compilable<{ data_version: number }> => ({
    compile: () => sql<{ data_version: number }>`pragma data_version`.compile(db),
  }),
);

/**
 * Returns a variant of `readPurges` for processes that poll several times a second; it may omit rows that it has already returned. On
 * SQLite it first checks whether the database file has changed, which works because the read connection itself never writes.
 */
export function createPurgeReader({
  dialect,
  read,
}: Pick<Database, 'dialect' | 'read'>): (after: number, gaps: readonly IdRange[]) => Promise<PurgeRow[]> {
  const rows = (after: number, gaps: readonly IdRange[]) =>
    gaps.length === 0 ? readAbove(read, after) : readPurges(read, after, gaps);
  if (dialect === 'postgres') return rows;
  let lastVersion: number | undefined;
  return async (after, gaps) => {
    const version = (await dataVersion(read))[0]?.data_version;
    if (version !== undefined && version === lastVersion) return [];
    const found = await rows(after, gaps);
    // Store the version from before the read: rows committed during the read are then read twice rather than never.
    lastVersion = version;
    return found;
  };
}

/** Returns the highest purge id; 0 if there are no purges. */
export async function readNewestPurgeId(db: Queryable): Promise<number> {
  const newest = await db
    .selectFrom('purges')
    .select((part) => part.fn.max('id').as('id'))
    .executeTakeFirst();
  return Number(newest?.id ?? 0);
}
