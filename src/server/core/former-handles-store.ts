/** Handles that products, pages and articles had before an import renamed them: their old addresses lead to them. */
import { sql } from 'kysely';
import type { Queryable, Transaction } from '../db/database.ts';
import { toHandle } from './handles.ts';

/** Tables whose rows may be renamed. */
export type HandleTable = 'products' | 'pages' | 'articles';

/** Records that a row had another handle. */
export async function recordFormerHandle(
  trx: Transaction,
  table: HandleTable,
  { handle, id: current_id }: { handle: string; id: number },
): Promise<void> {
  await trx
    .insertInto('former_handles')
    .values({ kind: table, handle, current_id })
    .onConflict((conflict) => conflict.columns(['kind', 'handle']).doUpdateSet({ current_id }))
    .execute();
}

/** Returns ids of the rows that had these handles, by handle. @param handles fewer than 1,000 */
export async function readFormerIds(
  db: Queryable,
  table: HandleTable,
  handles: readonly string[],
): Promise<Map<string, number>> {
  if (handles.length === 0) return new Map();
  const rows = await db
    .selectFrom('former_handles')
    .select(['handle', 'current_id'])
    .where('kind', '=', table)
    .where('handle', 'in', handles)
    .execute();
  return new Map(rows.map(({ handle, current_id }) => [handle, current_id]));
}

/** Returns when this shop began to store handles as they are written, ms: rows from before may have a folded one. */
export async function foldedUntil(db: Queryable): Promise<number> {
  const row = await sql<{ timestamp: string }>`select timestamp from kysely_migration
    where name = '0032-former-handles'`.execute(db);
  return Date.parse(row.rows[0]?.timestamp ?? '') || 0;
}

/**
 * Returns the handle that an address leads to which names no row as it is written: the present one of a row that was
 * renamed, or the same in small letters and composed characters. Null when there is none.
 */
export async function currentHandle(
  db: Queryable,
  table: HandleTable,
  written: string,
): Promise<string | null> {
  const handle = toHandle(written);
  const former = await readFormerIds(db, table, [written, handle]);
  const id = former.get(written) ?? former.get(handle);
  if (id === undefined) return handle === '' || handle === written ? null : handle;
  const row = await db.selectFrom(table).select('handle').where('id', '=', id).executeTakeFirst();
  return row?.handle ?? null;
}
