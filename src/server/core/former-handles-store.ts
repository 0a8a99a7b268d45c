/** Stores the former handles of products, pages and articles that an import renamed, so that their old URLs redirect. */
import { sql } from 'kysely';
import type { Queryable, Transaction } from '../db/database.ts';
import { toHandle } from './handles.ts';

export type HandleTable = 'products' | 'pages' | 'articles';

/** Stores the former handle of a product, page or article. */
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

/** Returns the ids of products, pages or articles by former handle. @param handles fewer than 1,000 */
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

/**
 * Returns when this shop migrated from folded handles, ms UTC; 0 if it did not. Rows from before that time may still have a folded handle.
 */
export async function readHandleMigrationTime(db: Queryable): Promise<number> {
  const row = await sql<{ timestamp: string }>`select timestamp from kysely_migration
    where name = '0032-former-handles'`.execute(db);
  return Date.parse(row.rows[0]?.timestamp ?? '') || 0;
}

/**
 * Returns the current handle for a requested handle that matches no row exactly: the new handle of a renamed row, or the normalised
 * spelling (lower case, NFC). Returns null if there is neither.
 */
export async function findCurrentHandle(
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
