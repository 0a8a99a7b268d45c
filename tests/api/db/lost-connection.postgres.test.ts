/** When the server ends connections (administrator, failover, limit), calls are retried or fail with an error. */
import { sql } from 'kysely';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Database } from '#server/db/database.ts';
import {
  CommitUnknownError,
  ConnectionLostError,
  DatabaseUnavailableError,
} from '#server/db/lost-connection.ts';
import { openPostgres } from '#server/db/open-postgres.ts';
import { closeAtEnd } from '../harness/clean-up.ts';
import { makeTestDatabase } from '../harness/test-database.ts';
import { administer } from '../harness/test-server.ts';

let db: Database;
let url: string;
let lost: Error[];
beforeEach(async () => {
  const made = await makeTestDatabase();
  closeAtEnd(made.remove);
  url = made.env.DATABASE_URL ?? '';
  lost = [];
  db = openPostgres(url, { poolSize: 5, onLost: (error) => lost.push(error) });
  closeAtEnd(() => db.close());
  await administer(url, 'create sequence tries');
  await db.write.insertInto('settings').values({ key: 'a', value: '', updated_at: 0 }).execute();
});

const endAll = () =>
  administer(
    url,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  );
const endOwn = sql<boolean>`pg_terminate_backend(pg_backend_pid())`;
/** Returns how often a statement with `nextval('tries')` ran, rolled back or not. */
const tries = async () => {
  const { rows } = await sql<{ last_value: number }>`select last_value from tries`.execute(db.read);
  return rows[0]?.last_value;
};
const readValue = async (key: string) => {
  const row = await db.read.selectFrom('settings').select('updated_at').where('key', '=', key).execute();
  return row[0]?.updated_at;
};
const readAtOnce = () => Promise.all(Array.from({ length: 8 }, () => readValue('a')));

test('all connections ended while nobody is served: the next reads make new ones, and each loss is told once', async () => {
  await readAtOnce();
  await endAll();
  expect(await readAtOnce()).toEqual(Array(8).fill(0));
  expect(lost).toHaveLength(5);
  expect(lost[0]?.message).toMatch(/terminating connection/);
});

test('a connection ended while it reads: the read is asked again', async () => {
  const { rows } = await sql<{ answer: string }>`
    select case nextval('tries') when 1 then ${endOwn}::text else 'answered' end as answer`.execute(db.read);
  expect(rows).toEqual([{ answer: 'answered' }]);
  expect(await tries()).toBe(2);
});

test('a connection ended while it writes: the statement fails and is not run again, and the next is served', async () => {
  const write = sql`update settings set updated_at = nextval('tries') where key = 'a' and ${endOwn}`;
  await expect(write.execute(db.write)).rejects.toThrow(ConnectionLostError);
  expect(await tries()).toBe(1);
  expect(await readAtOnce()).toEqual(Array(8).fill(0));
});

test('connections ended between two statements of a transaction: it is run again and done once', async () => {
  let runs = 0;
  const result = await db.transaction(async (trx) => {
    runs += 1;
    await sql`update settings set updated_at = updated_at + 1 where key = 'a'`.execute(trx);
    if (runs === 1) await endAll();
    await trx.insertInto('settings').values({ key: 'b', value: '', updated_at: runs }).execute();
    return runs;
  });
  expect([result, await readValue('a'), await readValue('b')]).toEqual([2, 1, 2]);
});

test('connections ended before the commit is sent: nothing was committed, so the work is run again', async () => {
  let runs = 0;
  await db.transaction(async (trx) => {
    runs += 1;
    await sql`update settings set updated_at = updated_at + 1 where key = 'a'`.execute(trx);
    if (runs > 1) return;
    await endAll();
    await vi.waitUntil(() => lost.length > 0);
  });
  expect([runs, await readValue('a')]).toEqual([2, 1]);
});

test('a transaction that throws after its connection was ended is told its own error', async () => {
  const broken = db.transaction(async () => {
    await endAll();
    throw new Error('sold out');
  });
  await expect(broken).rejects.toThrow('sold out');
});

test('a connection ended within the commit: the work is not run again, because it may be done', async () => {
  await sql`create function end_session() returns trigger language plpgsql as
    'begin perform pg_terminate_backend(pg_backend_pid()); return null; end'`.execute(db.maintenance);
  await sql`create constraint trigger ends after update on settings deferrable initially deferred
    for each row execute function end_session()`.execute(db.maintenance);
  let runs = 0;
  const committed = db.transaction(async (trx) => {
    runs += 1;
    await trx.updateTable('settings').set({ updated_at: 7 }).execute();
  });
  await expect(committed).rejects.toThrow(CommitUnknownError);
  expect(runs).toBe(1);
  expect(await readAtOnce()).toEqual(Array(8).fill(0));
});

test('a snapshot whose connection is ended fails, and the next one works', async () => {
  const torn = db.snapshot(async (trx) => {
    await trx.selectFrom('settings').select('key').execute();
    await endAll();
    return trx.selectFrom('settings').select('key').execute();
  });
  await expect(torn).rejects.toThrow(ConnectionLostError);
  const keys = await db.snapshot((trx) => trx.selectFrom('settings').select('key').execute());
  expect(keys).toEqual([{ key: 'a' }]);
});

test('a database that lets nobody in: reads and transactions fail at once, and work as soon as it does', async () => {
  const name = new URL(url).pathname.slice(1);
  const postgres = new URL(url);
  postgres.pathname = '/postgres';
  await administer(postgres.href, `alter database ${name} allow_connections false`);
  await administer(
    postgres.href,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
  );
  await expect(readValue('a')).rejects.toThrow(DatabaseUnavailableError);
  await expect(db.transaction((trx) => trx.selectFrom('settings').execute())).rejects.toThrow(
    DatabaseUnavailableError,
  );
  await administer(postgres.href, `alter database ${name} allow_connections true`);
  expect(await readAtOnce()).toEqual(Array(8).fill(0));
});
