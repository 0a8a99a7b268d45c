/**
 * Writes a backup: a snapshot of all rows except the server key, and the stored objects that the rows refer to. SERVER_KEY signs the
 * backup.
 */
import { rename, rm } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Services } from '../core/services.ts';
import type { ReportProgress } from '../core/track-progress.ts';
import type { Queryable } from '../db/database.ts';
import { vacuumDueKey } from '../db/vacuum.ts';
import { environmentKey, serverKeySetting } from '../settings/server-key.ts';
import { archiveVersion, type Cell, type WriteEntry, writeArchive } from './archive.ts';
import { backupTables } from './backup-tables.ts';

const pageSize = 500;

type Row = Record<string, Cell>;

/** Yields every row of a table, ordered by the columns in `key`, which must identify a row uniquely. */
async function* readTable(db: Queryable, table: string, key: readonly string[]): AsyncGenerator<Row> {
  const columns = sql.join(key.map((name) => sql.ref(name)));
  let last: Row | undefined;
  for (;;) {
    const after = last ? sql`where (${columns}) > (${sql.join(key.map((name) => last?.[name]))})` : sql``;
    const page =
      await sql<Row>`select * from ${sql.table(table)} ${after} order by ${columns} limit ${pageSize}`.execute(
        db,
      );
    yield* page.rows;
    last = page.rows.at(-1);
    if (page.rows.length < pageSize) return;
  }
}

/** Purpose string used to derive the backup's HMAC key from SERVER_KEY. */
export const backupKeyPurpose = 'backup';

export interface BackupReport {
  rows: number;
  objects: number;
  /** Keys of objects that rows refer to but that are missing from the storage. */
  missing: string[];
  isSigned: boolean;
}

type Needs = Pick<Services, 'db' | 'storage' | 'now'>;

/**
 * Writes all data and original images into one file, even while the shop is running. Image variants, the search index and cache purges are
 * left out, because the shop rebuilds them.
 * @param file path of the backup; an existing file is replaced only when the new one is complete
 * @param onProgress called with the number of rows and objects written so far, and the total
 */
export async function writeBackup(
  services: Needs,
  file: string,
  onProgress?: ReportProgress,
): Promise<BackupReport> {
  const total = onProgress ? await countEntries(services.db.read) : 0;
  const key = environmentKey(services.db, backupKeyPurpose);
  const report: BackupReport = { rows: 0, objects: 0, missing: [], isSigned: key !== null };
  const part = `${file}.part`;
  await rm(part, { force: true });
  try {
    await writeArchive(part, key, async (writeEntry) => {
      const write: WriteEntry = async (entry) => {
        await writeEntry(entry);
        onProgress?.(report.rows + report.objects, total);
      };
      // Write the rows first: the shop stores an object before it inserts the row that refers to it, so every object of these rows exists.
      await writeRows(services, write, report);
      await writeObjects(services, write, report);
      await write({ kind: 'end', rows: report.rows, objects: report.objects });
    });
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  return report;
}

async function countEntries(db: Queryable): Promise<number> {
  let total = 0;
  for (const [table, key] of Object.entries(backupTables)) {
    if (!key) continue;
    const counted = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(
      db,
    );
    const count = Number(counted.rows[0]?.count ?? 0);
    total += table === 'media' || table === 'uploads' ? 2 * count : count;
  }
  return total;
}

async function writeRows({ db, now }: Needs, write: WriteEntry, report: BackupReport): Promise<void> {
  await db.snapshot(async (trx) => {
    const newest = await sql<{ name: string }>`select max(name) as name from kysely_migration`.execute(trx);
    const migration = newest.rows[0]?.name ?? '';
    await write({ kind: 'head', head: { atollBackup: archiveVersion, migration, madeAt: now() } });
    for (const [table, key] of Object.entries(backupTables)) {
      let columns: string[] | undefined;
      for await (const row of key ? readTable(trx, table, key) : []) {
        // Leave out the server key: with a copy of it, anyone could forge the link to every order.
        if (table === 'settings' && (row.key === serverKeySetting || row.key === vacuumDueKey)) continue;
        if (!columns) {
          columns = Object.keys(row);
          await write({ kind: 'table', table, columns });
        }
        await write({ kind: 'row', row: Object.values(row) });
        report.rows++;
      }
    }
  });
}

async function writeObjects({ db, storage }: Needs, write: WriteEntry, report: BackupReport): Promise<void> {
  for await (const key of objectKeys({ db })) {
    const stored = await storage.get(key);
    if (stored) {
      await write({ kind: 'object', key, contentType: stored.contentType, body: stored.body });
      report.objects++;
    } else report.missing.push(key);
  }
}

async function* objectKeys({ db }: Pick<Needs, 'db'>): AsyncGenerator<string> {
  for await (const { original_key } of readTable(db.read, 'media', ['id'])) yield String(original_key);
  // An upload that was not finished or was rejected has no object.
  for await (const { storage_key, stored_at } of readTable(db.read, 'uploads', ['token_hash']))
    if (stored_at !== null) yield String(storage_key);
}
