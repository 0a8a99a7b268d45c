/** Says which cached pages are out of date; every process reads it. */
import { type Compilable, sql } from 'kysely';
import type { Database, Queryable, Transaction } from '../db/database.ts';
import { prepareQuery } from '../db/prepared.ts';
import type { IdRange } from './id-gaps.ts';

/**
 * Has every page made from `tags` forgotten, in all processes, once the transaction commits.
 * @param tags from cache/tags.ts; none is allowed
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

/** Purges with an id above `after`, and those within `gaps` that have appeared since; by id. */
export function readPurges(db: Queryable, after: number, gaps: readonly IdRange[]): Promise<PurgeRow[]> {
  // SQLite finds no range of ids in the alternatives.
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
 * `readPurges` for a process that polls several times a second and remembers what it has read: rows it was given before may be
 * left out. On SQLite the file is asked first whether anybody has written since; the read connection itself never does.
 */
export function purgeReader({
  dialect,
  read,
}: Pick<Database, 'dialect' | 'read'>): (after: number, gaps: readonly IdRange[]) => Promise<PurgeRow[]> {
  const rows = (after: number, gaps: readonly IdRange[]) =>
    gaps.length === 0 ? readAbove(read, after) : readPurges(read, after, gaps);
  if (dialect === 'postgres') return rows;
  let seen: number | undefined;
  return async (after, gaps) => {
    const version = (await dataVersion(read))[0]?.data_version;
    if (version !== undefined && version === seen) return [];
    const found = await rows(after, gaps);
    // Noted as it was before the rows were read: what was committed in between is read once more rather than never.
    seen = version;
    return found;
  };
}

/** The highest id of a purge; 0 when there is none. */
export async function newestPurge(db: Queryable): Promise<number> {
  const newest = await db
    .selectFrom('purges')
    .select((part) => part.fn.max('id').as('id'))
    .executeTakeFirst();
  return Number(newest?.id ?? 0);
}
