import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase } from '#server/db/open-database.ts';
import { closeAtEnd } from '../harness/clean-up.ts';
import { makeTestDatabase } from '../harness/test-database.ts';

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
