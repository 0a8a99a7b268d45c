/** Puts a backup in the place of what is there, on either database. */
import { sql } from 'kysely';
import type { Services } from '../core/services.ts';
import type { Database, Queryable } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { askForWipe, wipeDueSetting, wipeIfDue } from '../db/wipe.ts';
import { serverKeySetting } from '../settings/server-key.ts';
import { type Cell, type Head, readArchive } from './archive.ts';
import { savedTables } from './saved-tables.ts';

/** PostgreSQL takes 65,535 values in a statement, SQLite 32,766. */
const maxValues = 20_000;

/** Rows that a shop has without anybody having put something in. */
const emptyShopTables = new Set(['jobs', 'purges', 'rate_limits']);

export interface RestoreOptions {
  /** Replaces a shop that is not empty. */
  force?: boolean;
}

export interface RestoreReport {
  rows: number;
  objects: number;
  madeAt: number;
}

type Needs = Pick<Services, 'db' | 'storage'>;

/** Rows of `settings` that belong to this database, whatever is put into it. */
const ownSettings = [serverKeySetting, wipeDueSetting];

/**
 * Restores an archive, whichever database and older version it was made from. The rows change in one transaction: after
 * a failure everything is as before. Other processes of the shop must be stopped.
 * @throws Error when the shop is not empty and `force` is not set, or when the archive is damaged or of a newer version
 */
export async function restoreBackup(
  services: Needs & Pick<Services, 'log' | 'now'>,
  file: string,
  options: RestoreOptions = {},
): Promise<RestoreReport> {
  const { db } = services;
  await migrate(db);
  if (!options.force) await refuseUnlessEmpty(db);
  // The whole archive is read before a row is touched, so that a torn one is found out in time.
  const { head, objects } = await restoreObjects(services, file);
  // Older backups have tokens of links as they are, and what a rolled back restore wrote stays in the log.
  await askForWipe(db, services.now());
  try {
    const rows = await db.maintenance.transaction().execute((trx) => replaceRows(db, trx, file, head));
    return { rows, objects, madeAt: head.madeAt };
  } finally {
    await wipeIfDue(db, services.log);
  }
}

async function replaceRows(db: Database, trx: Queryable, file: string, head: Head): Promise<number> {
  const own = await trx.selectFrom('settings').selectAll().where('key', 'in', ownSettings).execute();
  await dropTables(trx, db.dialect);
  await migrate({ ...db, maintenance: trx }, head.migration);
  const loaded = await loadRows(trx, file);
  if (db.dialect === 'postgres') await continueIds(trx, loaded.tables);
  await migrate({ ...db, maintenance: trx });
  if (own.length > 0) {
    await trx
      .insertInto('settings')
      .values(own)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  return loaded.rows;
}

async function refuseUnlessEmpty({ read }: Database): Promise<void> {
  for (const table of Object.keys(savedTables)) {
    if (emptyShopTables.has(table)) continue;
    const found = await sql`select 1 from ${sql.table(table)} limit 1`.execute(read);
    if (found.rows.length > 0) {
      throw new Error(`The shop is not empty (there are ${table}); add --force to replace all of it`);
    }
  }
}

async function restoreObjects({ storage }: Needs, file: string): Promise<{ head: Head; objects: number }> {
  let head: Head | undefined;
  let objects = 0;
  for await (const entry of readArchive(file)) {
    if (entry.kind === 'head') head = entry.head;
    if (entry.kind !== 'object') continue;
    await storage.put(entry.key, entry.body, entry.contentType);
    objects++;
  }
  if (!head) throw new Error(`${file} is not a backup of this shop`);
  return { head, objects };
}

async function dropTables(trx: Queryable, dialect: Database['dialect']): Promise<void> {
  const ours = [...Object.keys(savedTables), 'kysely_migration', 'kysely_migration_lock'];
  const cascade = sql.raw(dialect === 'postgres' ? ' cascade' : '');
  for (const table of ours.reverse()) {
    await sql`drop table if exists ${sql.table(table)}${cascade}`.execute(trx);
  }
}

async function loadRows(trx: Queryable, file: string): Promise<{ rows: number; tables: string[] }> {
  const tables: string[] = [];
  let rows = 0;
  let into: { table: string; columns: string[] } | undefined;
  let batch: Cell[][] = [];
  let nameAt = -1;
  const flush = async () => {
    if (into && batch.length > 0) await insert(trx, into.table, into.columns, batch);
    rows += batch.length;
    batch = [];
  };
  for await (const entry of readArchive(file)) {
    if (entry.kind === 'row') {
      // Older backups have the key in them: the shop keeps its own, or makes one that lies in no old file.
      if (into?.table === 'settings' && ownSettings.includes(String(entry.row[nameAt]))) continue;
      batch.push(entry.row);
      if (into && batch.length * into.columns.length >= maxValues) await flush();
    } else if (batch.length > 0) await flush();
    if (entry.kind !== 'table') continue;
    into = entry;
    nameAt = entry.columns.indexOf('key');
    tables.push(entry.table);
  }
  return { rows, tables };
}

async function insert(trx: Queryable, table: string, columns: string[], rows: Cell[][]): Promise<void> {
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const values = sql.join(rows.map((row) => sql`(${sql.join(row)})`));
  await sql`insert into ${sql.table(table)} (${names}) values ${values}`.execute(trx);
}

/** Rows came with their ids; PostgreSQL must be told where to go on counting. SQLite knows. */
async function continueIds(trx: Queryable, tables: string[]): Promise<void> {
  for (const table of tables) {
    const counter = await sql<{ name: string | null }>`
      select max(pg_get_serial_sequence(${table}, column_name::text)) as name from information_schema.columns
      where table_schema = current_schema() and table_name = ${table} and column_name = 'id'`.execute(trx);
    const name = counter.rows[0]?.name;
    if (name) await sql`select setval(${name}, max(id)) from ${sql.table(table)}`.execute(trx);
  }
}
