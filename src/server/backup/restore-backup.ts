/**
 * Replaces the data of a shop with a backup, on SQLite or PostgreSQL. The backup file is untrusted: only tables and columns that a backup
 * may contain are loaded, and HTML is sanitised.
 */
import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Services } from '../core/services.ts';
import type { ReportProgress } from '../core/track-progress.ts';
import type { Database, Queryable } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { requestVacuum, vacuumDueKey, vacuumIfRequested } from '../db/vacuum.ts';
import { environmentKey, serverKeySetting } from '../settings/server-key.ts';
import { type ArchiveHeader, type Cell, type Entry, readArchive, type SignatureStatus } from './archive.ts';
import { backupTables } from './backup-tables.ts';
import { createRowSanitiser } from './clean-html.ts';
import { backupKeyPurpose } from './write-backup.ts';

/** Maximum number of bound values per statement: PostgreSQL allows 65,535, SQLite 32,766. */
const maxValues = 20_000;

/** Tables that may have rows even in an empty shop. */
const emptyShopTables = new Set(['jobs', 'purges', 'rate_limits']);

export interface RestoreOptions {
  /** Restores the backup even if the shop is not empty, and replaces all its data. */
  force?: boolean;
  /** Accepts an archive whose HMAC is missing or was made with another SERVER_KEY. */
  trust?: boolean;
  /**
   * Called with the KiB read so far and the total. The total is three times the size of the archive, because the archive is read three
   * times.
   */
  onProgress?: ReportProgress;
}

export interface RestoreReport {
  rows: number;
  objects: number;
  madeAt: number;
  /** Result of the HMAC check; without SERVER_KEY, the HMAC is not checked. */
  signature: SignatureStatus;
  /** Tables of the archive that were not restored, because backups no longer contain them. */
  skipped: string[];
}

type Needs = Pick<Services, 'db' | 'storage'>;

/** Keys of the `settings` rows that belong to this database and are preserved by a restore. */
const localSettings = [serverKeySetting, vacuumDueKey];

/**
 * Restores an archive that this or an older version made from SQLite or PostgreSQL. All rows are replaced in one transaction, so a failure
 * changes nothing. Stop all other processes of the shop first.
 * @throws Error when the shop is not empty and `force` is not set; when the archive was not signed with SERVER_KEY and `trust` is not set;
 * when the archive is damaged, was made by a newer version, or has an unknown table or column
 */
export async function restoreBackup(
  services: Needs & Pick<Services, 'log' | 'now'>,
  file: string,
  options: RestoreOptions = {},
): Promise<RestoreReport> {
  const { db } = services;
  const { size } = await stat(file);
  const progressOf = (reading: number) => (bytes: number) =>
    options.onProgress?.(Math.round((reading * size + bytes) / 1024), Math.round((3 * size) / 1024));
  await migrate(db);
  if (!options.force) await refuseUnlessEmpty(db);
  const key = environmentKey(db, backupKeyPurpose);
  // Read the whole archive before changing anything, so that damage or tampering is found first.
  const inspected = await inspectArchive(file, key, progressOf(0));
  const { head, signature } = inspected;
  if (key && !options.trust) refuseUnsigned(file, signature);
  const objects = await restoreObjects(services, file, inspected.objectDigests, progressOf(1));
  // Request a vacuum first: older backups contain link tokens in plain text, and after a rollback SQLite's write-ahead log still contains
  // the rows.
  await requestVacuum(db, services.now());
  try {
    const loaded = await db.maintenance
      .transaction()
      .execute((trx) => replaceRows(db, trx, file, inspected, progressOf(2)));
    return { rows: loaded.rows, objects, madeAt: head.madeAt, signature, skipped: loaded.skipped };
  } finally {
    await vacuumIfRequested(db, services.log);
  }
}

/**
 * Result of the first read of the archive. The archive is read again for the objects and the rows, and must not have changed in between.
 */
interface Inspected {
  head: ArchiveHeader;
  signature: SignatureStatus;
  digest: string;
  /** Digest of each stored object, in the order of the archive. */
  objectDigests: string[];
}

async function replaceRows(
  db: Database,
  trx: Queryable,
  file: string,
  { head, digest }: Inspected,
  onProgress: (bytes: number) => void,
): Promise<LoadedRows> {
  const localRows = await trx.selectFrom('settings').selectAll().where('key', 'in', localSettings).execute();
  await dropTables(trx, db.dialect);
  await migrate({ ...db, maintenance: trx }, head.migration);
  const loaded = await loadRows(trx, await columnsByTable(trx), readArchive(file, null, onProgress));
  if (loaded.digest !== digest) throw changedMeanwhile(file);
  if (db.dialect === 'postgres') await continueIds(trx, loaded.tables);
  await migrate({ ...db, maintenance: trx });
  if (localRows.length > 0) {
    await trx
      .insertInto('settings')
      .values(localRows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  return loaded;
}

async function refuseUnlessEmpty({ read }: Database): Promise<void> {
  for (const table of Object.keys(backupTables)) {
    if (emptyShopTables.has(table)) continue;
    const found = await sql`select 1 from ${sql.table(table)} limit 1`.execute(read);
    if (found.rows.length > 0) {
      throw new Error(
        `The shop is not empty: the table "${table}" has rows. Use --force to replace all data of the shop.`,
      );
    }
  }
}

async function inspectArchive(
  file: string,
  key: Uint8Array | null,
  onProgress: (bytes: number) => void,
): Promise<Inspected> {
  let head: ArchiveHeader | undefined;
  let signature: SignatureStatus = 'missing';
  let digest = '';
  const objectDigests: string[] = [];
  for await (const entry of readArchive(file, key, onProgress)) {
    if (entry.kind === 'head') head = entry.head;
    if (entry.kind === 'table') checkTable(entry.table);
    if (entry.kind === 'object') {
      checkStorageKey(file, entry.key);
      objectDigests.push(digestOf(entry));
    }
    if (entry.kind === 'end') ({ signature = 'missing', digest = '' } = entry);
  }
  if (!head) throw new Error(`${file} is not a backup file of Atoll.`);
  return { head, signature, digest, objectDigests };
}

function digestOf({ key, contentType, body }: Extract<Entry, { kind: 'object' }>): string {
  const named = JSON.stringify([key, contentType]);
  return createHash('sha256').update(named).update(body).digest('base64');
}

function changedMeanwhile(file: string): Error {
  return new Error(`${file} was changed while it was being restored. Run restore again.`);
}

function refuseUnsigned(file: string, signature: SignatureStatus): void {
  if (signature === 'valid') return;
  const reason =
    signature === 'missing'
      ? `${file} has no signature: it was made without SERVER_KEY, or it was changed`
      : `The signature of ${file} does not match SERVER_KEY: the backup was made with another key, or it was changed`;
  throw new Error(`${reason}. If you trust the file, add --trust.`);
}

/**
 * Throws unless a storage key belongs to an original image or an upload. Keys of image variants have an extension; the shop generates image
 * variants again.
 */
function checkStorageKey(file: string, key: string): void {
  if (/^(?:media|uploads)(?:\/[\w-]+)+$/.test(key)) return;
  throw new Error(`${file} contains the file ${JSON.stringify(key)}, which is not an image of a backup.`);
}

/**
 * Writes the objects of the archive to the storage.
 * @param digests digests from the first read; an object with another digest is rejected
 */
async function restoreObjects(
  { storage }: Needs,
  file: string,
  digests: readonly string[],
  onProgress: (bytes: number) => void,
): Promise<number> {
  let objects = 0;
  for await (const entry of readArchive(file, null, onProgress)) {
    if (entry.kind !== 'object') continue;
    if (digestOf(entry) !== digests[objects]) throw changedMeanwhile(file);
    await storage.put(entry.key, entry.body, entry.contentType);
    objects++;
  }
  if (objects < digests.length) throw changedMeanwhile(file);
  return objects;
}

async function dropTables(trx: Queryable, dialect: Database['dialect']): Promise<void> {
  const ours = [...Object.keys(backupTables), 'kysely_migration', 'kysely_migration_lock'];
  const cascade = sql.raw(dialect === 'postgres' ? ' cascade' : '');
  for (const table of ours.reverse()) {
    await sql`drop table if exists ${sql.table(table)}${cascade}`.execute(trx);
  }
}

async function columnsByTable(trx: Queryable): Promise<Map<string, Set<string>>> {
  const tables = await trx.introspection.getTables();
  return new Map(tables.map(({ name, columns }) => [name, new Set(columns.map((column) => column.name))]));
}

interface LoadedRows {
  rows: number;
  tables: string[];
  skipped: string[];
  digest: string;
}

/** The table whose rows are being loaded. */
interface Target {
  table: string;
  columns: string[];
  clean: (row: Cell[]) => Cell[];
  /** Index of the column `key`; used only for the table `settings`. */
  keyAt: number;
}

async function loadRows(
  trx: Queryable,
  existing: ReadonlyMap<string, ReadonlySet<string>>,
  archive: AsyncIterable<Entry>,
): Promise<LoadedRows> {
  const loaded: LoadedRows = { rows: 0, tables: [], skipped: [], digest: '' };
  /** Table whose rows are being read; null if the table is skipped, undefined before the first table. */
  let target: Target | null | undefined;
  let batch: Cell[][] = [];
  const flush = async () => {
    if (target && batch.length > 0) await insert(trx, target.table, target.columns, batch);
    loaded.rows += batch.length;
    batch = [];
  };
  for await (const entry of archive) {
    if (entry.kind === 'row') {
      if (target === undefined)
        throw new Error('The backup is damaged: it has a row before its first table.');
      if (target === null || isLocalSetting(target, entry.row)) continue;
      if (entry.row.length !== target.columns.length) {
        throw new Error(
          `The backup is damaged: a row of the table "${target.table}" does not match its columns.`,
        );
      }
      batch.push(target.clean(entry.row));
      if (batch.length * target.columns.length >= maxValues) await flush();
    } else if (batch.length > 0) await flush();
    if (entry.kind === 'end') loaded.digest = entry.digest ?? '';
    if (entry.kind !== 'table') continue;
    checkTable(entry.table);
    checkColumns(entry, existing);
    if (backupTables[entry.table as keyof typeof backupTables] === null) {
      // The backup may come from a version that still backed up this table, such as `conversions`.
      target = null;
      loaded.skipped.push(entry.table);
    } else {
      const { table, columns } = entry;
      target = { table, columns, clean: createRowSanitiser(table, columns), keyAt: columns.indexOf('key') };
      loaded.tables.push(table);
    }
  }
  return loaded;
}

/**
 * Returns whether a row is a local setting. Older backups contain the server key; the shop keeps its current key, or generates a new one
 * that no old backup contains.
 */
function isLocalSetting({ table, keyAt }: Target, row: Cell[]): boolean {
  return table === 'settings' && localSettings.includes(String(row[keyAt]));
}

function checkTable(table: string): void {
  if (Object.hasOwn(backupTables, table)) return;
  throw new Error(`The backup has an unknown table "${table}": it was changed, or made by a newer version.`);
}

/**
 * Throws if the backup has a column that is unknown in its schema version.
 * @param existing columns by table, in the schema version of the backup
 */
function checkColumns(
  { table, columns }: { table: string; columns: string[] },
  existing: ReadonlyMap<string, ReadonlySet<string>>,
): void {
  const unknown = columns.find((column) => !existing.get(table)?.has(column));
  if (unknown === undefined) return;
  throw new Error(
    `The backup has an unknown column "${table}.${unknown}": it was changed, or made by a newer version.`,
  );
}

async function insert(trx: Queryable, table: string, columns: string[], rows: Cell[][]): Promise<void> {
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const values = sql.join(rows.map((row) => sql`(${sql.join(row)})`));
  await sql`insert into ${sql.table(table)} (${names}) values ${values}`.execute(trx);
}

/** Advances PostgreSQL's id sequences past the restored rows. SQLite does that automatically. */
async function continueIds(trx: Queryable, tables: string[]): Promise<void> {
  for (const table of tables) {
    const counter = await sql<{ name: string | null }>`
      select max(pg_get_serial_sequence(${table}, column_name::text)) as name from information_schema.columns
      where table_schema = current_schema() and table_name = ${table} and column_name = 'id'`.execute(trx);
    const name = counter.rows[0]?.name;
    if (name) await sql`select setval(${name}, max(id)) from ${sql.table(table)}`.execute(trx);
  }
}
