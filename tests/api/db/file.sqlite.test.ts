import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { restoreBackup } from '#server/backup/restore-backup.ts';
import type { Database } from '#server/db/database.ts';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { vacuumIfRequested } from '#server/db/vacuum.ts';
import { closeAtEnd } from '../harness/clean-up.ts';
import { insertRow } from '../harness/insert-row.ts';
import { makeTestDatabase } from '../harness/test-database.ts';
import { createTestShop } from '../harness.ts';

test('on SQLite the file and its log are for the shop’s own user only', async () => {
  const { db, env, remove } = await makeTestDatabase();
  closeAtEnd(remove);
  await db.write.insertInto('settings').values({ key: 'a', value: '{}', updated_at: 1 }).execute();
  for (const name of ['atoll.db', 'atoll.db-wal', 'atoll.db-shm']) {
    expect(statSync(join(env.DATA_DIR, name)).mode & 0o077, name).toBe(0);
  }
});

test('on SQLite a commit is on the disk before it is answered, and references are checked', async () => {
  const { db, remove } = await makeTestDatabase();
  closeAtEnd(remove);
  const setting = async (name: string) => {
    const { rows } = await sql.raw<Record<string, unknown>>(`pragma ${name}`).execute(db.write);
    return rows[0]?.[name];
  };
  expect(await setting('journal_mode')).toBe('wal');
  expect(await setting('synchronous')).toBe(2);
  expect(await setting('foreign_keys')).toBe(1);
});

test('a place where no database can be is refused with the reason', async () => {
  const { env, remove } = await makeTestDatabase();
  closeAtEnd(remove);
  mkdirSync(join(env.DATA_DIR, 'taken/atoll.db'), { recursive: true });
  await expect(openDatabase({ DATA_DIR: join(env.DATA_DIR, 'taken') })).rejects.toThrow('EISDIR');
});

test('on SQLite a statement that was prepared before another process changed its table reads the columns that are there', async () => {
  const { db, env, remove } = await makeTestDatabase();
  closeAtEnd(remove);
  await sql`create table shelf (a text, b text, c text)`.execute(db.write);
  await sql`insert into shelf values ('ay', 'bee', 'cee')`.execute(db.write);
  const read = async () => (await sql`select * from shelf`.execute(db.read)).rows;
  expect(await read()).toEqual([{ a: 'ay', b: 'bee', c: 'cee' }]);
  const other = await openDatabase(env);
  await sql`alter table shelf drop column b`.execute(other.write);
  expect(await read()).toEqual([{ a: 'ay', c: 'cee' }]);
  await sql`alter table shelf add column d text default 'dee'`.execute(other.write);
  expect(await read()).toEqual([{ a: 'ay', c: 'cee', d: 'dee' }]);
  await other.close();
});

const tokens = Array.from({ length: 60 }, (_, at) => `token-${at}-${'k'.repeat(20)}`);

/** Creates a shop of a version that did not yet hash tokens, with rows that contain them. */
async function makeOldShop() {
  const made = await makeTestDatabase('empty');
  closeAtEnd(made.remove);
  await migrate(made.db, '0011-star-counts');
  for (const token of tokens) {
    await insertRow(made.db, 'checkouts', { token, note: 'n'.repeat(500), address: '{}' });
    await insertRow(made.db, 'orders', { order_no: token.slice(0, 8), token, checkout_token: token });
  }
  return made;
}

/** Returns the tokens that are still readable in the files of an open database. */
function toldBy({ DATA_DIR }: { DATA_DIR: string }): string[] {
  const files = ['atoll.db', 'atoll.db-wal'].map((name) => readFileSync(join(DATA_DIR, name), 'latin1'));
  return tokens.filter((token) => files.some((file) => file.includes(token)));
}

const settingsOf = ({ read }: Database) => read.selectFrom('settings').select('key').execute();

test('on SQLite the open files have no token left after the step that replaced them, though a crash came between', async () => {
  const { db, env } = await makeOldShop();
  await migrate(db);
  expect(toldBy(env)).not.toEqual([]);
  const next = await openDatabase(env);
  closeAtEnd(() => next.close());
  expect(await migrate(next)).toEqual([]);
  await vacuumIfRequested(next, pino({ level: 'silent' }));
  expect(toldBy(env)).toEqual([]);
  expect(await settingsOf(next)).toEqual([]);
});

test('on SQLite a file that cannot be written anew is said, and tried again at the next start', async () => {
  const { db, env } = await makeOldShop();
  await migrate(db);
  const warn = vi.fn();
  // A concurrent reader keeps the write-ahead log from being truncated.
  await db.snapshot(async (trx) => {
    await trx.selectFrom('settings').select('key').execute();
    const beside = await openDatabase(env);
    await vacuumIfRequested(beside, { warn } as never);
    await beside.close();
  });
  expect(warn).toHaveBeenCalledOnce();
  expect(await settingsOf(db)).toEqual([{ key: 'wipeDue' }]);
  await vacuumIfRequested(db, { warn } as never);
  expect(warn).toHaveBeenCalledOnce();
  expect(toldBy(env)).toEqual([]);
});

test('on SQLite the open files have no token of an older backup, whether it was restored or torn', async () => {
  const shop = await createTestShop();
  const old = await makeOldShop();
  const file = join(old.env.DATA_DIR, 'old.backup');
  const lines: unknown[] = [{ atollBackup: 1, migration: '0011-star-counts', madeAt: 1 }];
  for (const table of ['checkouts', 'orders']) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(
      old.db.read,
    );
    lines.push({ table, columns: Object.keys(rows[0]!) }, ...rows.map((row) => Object.values(row)));
  }
  const write = (more: unknown[], count: number) => {
    const all = [...lines, ...more, { end: { rows: count, objects: 0 } }];
    writeFileSync(file, gzipSync(all.map((line) => `${JSON.stringify(line)}\n`).join('')));
  };
  // As in a large restore: with this cache, pages go to the log before the restore has succeeded.
  await sql`pragma cache_size = 1`.execute(shop.db.maintenance);
  write([{ table: 'no_such_table', columns: ['a'] }, [1]], 2 * tokens.length + 1);
  await expect(restoreBackup(shop.services, file, { force: true })).rejects.toThrow('no_such_table');
  expect(toldBy(shop.services.env)).toEqual([]);
  write([], 2 * tokens.length);
  await restoreBackup(shop.services, file, { force: true });
  expect(toldBy(shop.services.env)).toEqual([]);
  expect(await shop.db.read.selectFrom('orders').select('order_no').execute()).toHaveLength(tokens.length);
  expect((await settingsOf(shop.db)).map(({ key }) => key)).not.toContain('wipeDue');
});
