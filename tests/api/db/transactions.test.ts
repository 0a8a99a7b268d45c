/** Transaction rules, the same on both databases. */
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { closeAtEnd } from '../harness/clean-up.ts';
import { makeTestDatabase } from '../harness/test-database.ts';

let db: Database;
beforeEach(async () => {
  const made = await makeTestDatabase();
  closeAtEnd(made.remove);
  db = made.db;
  const rows = ['a', 'b'].map((key) => ({ key, value: '', updated_at: 0 }));
  await db.write.insertInto('settings').values(rows).execute();
});
afterEach(() => {
  vi.useRealTimers();
});

function set(key: string, to: number, by: Pick<Database['write'], 'updateTable'> = db.write) {
  return by.updateTable('settings').set({ updated_at: to }).where('key', '=', key).execute();
}

async function get(key: string): Promise<number> {
  const row = await db.read
    .selectFrom('settings')
    .select('updated_at')
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  return row.updated_at;
}

test('commits its result as a whole, or nothing when it throws', async () => {
  const result = await db.transaction(async (trx) => {
    await set('a', 1, trx);
    return 'result';
  });
  expect(result).toBe('result');
  const broken = db.transaction(async (trx) => {
    await set('a', 2, trx);
    await set('b', 2, trx);
    throw new Error('broken');
  });
  await expect(broken).rejects.toThrow('broken');
  expect([await get('a'), await get('b')]).toEqual([1, 0]);
});

test('an error inside leaves nothing behind, and the next transaction works', async () => {
  const torn = db.transaction(async (trx) => {
    await set('a', 1, trx);
    await sql`insert into settings (key) values ('a')`.execute(trx);
  });
  await expect(torn).rejects.toThrow();
  await db.transaction((trx) => set('b', 3, trx));
  expect([await get('a'), await get('b')]).toEqual([0, 3]);
});

test('a statement that failed undoes all of it, even when its error was caught', async () => {
  const caught = db.transaction(async (trx) => {
    await set('a', 1, trx);
    await trx
      .insertInto('settings')
      .values({ key: 'b', value: '', updated_at: 1 })
      .execute()
      .catch(() => {});
  });
  await expect(caught).rejects.toThrow();
  expect(await get('a')).toBe(0);
});

test('readers see the rows from before until it commits, and never wait for it', async () => {
  const wrote = Promise.withResolvers<void>();
  const mayCommit = Promise.withResolvers<void>();
  const writing = db.transaction(async (trx) => {
    await set('a', 1, trx);
    wrote.resolve();
    await mayCommit.promise;
  });
  await wrote.promise;
  expect(await get('a')).toBe(0);
  mayCommit.resolve();
  await writing;
  expect(await get('a')).toBe(1);
});

test('refuses every other way to the database inside it, instead of waiting for itself', async () => {
  await db.transaction(async (trx) => {
    const refusal = 'use only its `trx`';
    await expect(get('a')).rejects.toThrow(refusal);
    await expect(set('a', 1)).rejects.toThrow(refusal);
    await expect(db.transaction(async () => {})).rejects.toThrow(refusal);
    await expect(db.snapshot(async () => {})).rejects.toThrow(refusal);
    await set('a', 5, trx);
  });
  expect(await get('a')).toBe(5);
});

test('is opened by Database.transaction only', async () => {
  await expect(db.write.transaction().execute(async () => {})).rejects.toThrow('Database.transaction');
  await expect(db.read.transaction().execute(async () => {})).rejects.toThrow('Database.transaction');
});

test('runs again as a whole when the database reports a conflict', async () => {
  let tries = 0;
  const result = await db.transaction(async (trx) => {
    await set('a', (await readIn(trx)) + 1, trx);
    if (++tries < 3) throw Object.assign(new Error('conflict'), { code: '40001' });
    return tries;
  });
  expect(result).toBe(3);
  expect(await get('a')).toBe(1);
});

async function readIn(trx: Pick<Database['read'], 'selectFrom'>): Promise<number> {
  const row = await trx.selectFrom('settings').select('updated_at').where('key', '=', 'a').executeTakeFirst();
  return row?.updated_at ?? Number.NaN;
}

test('two that take the same rows in opposite order both succeed', async () => {
  const crossing = (first: string, second: string, to: number) =>
    db.transaction(async (trx) => {
      await set(first, to, trx);
      await new Promise(setImmediate);
      await set(second, to, trx);
    });
  for (let round = 1; round <= 5; round++) {
    await Promise.all([crossing('a', 'b', round), crossing('b', 'a', round + 100)]);
    expect(await get('a')).toBe(await get('b'));
  }
});

test('a snapshot sees one instant, however much is written meanwhile', async () => {
  const began = Promise.withResolvers<void>();
  const wrote = Promise.withResolvers<void>();
  const seen = db.snapshot(async (trx) => {
    const before = await readIn(trx);
    began.resolve();
    await wrote.promise;
    return [before, await readIn(trx)];
  });
  await began.promise;
  await set('a', 2);
  wrote.resolve();
  expect(await seen).toEqual([0, 0]);
  expect(await get('a')).toBe(2);
});

test('a snapshot cannot write', async () => {
  await expect(db.snapshot((trx) => set('a', 9, trx))).rejects.toThrow();
  expect(await get('a')).toBe(0);
});

test('close waits for what runs, then refuses', async () => {
  const began = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  let ended = false;
  const running = db.transaction(async (trx) => {
    await set('a', 1, trx);
    began.resolve();
    await mayEnd.promise;
    await set('b', 1, trx);
    ended = true;
  });
  await began.promise;
  const closed = db.close().then(() => expect(ended).toBe(true));
  await expect(set('b', 7)).rejects.toThrow('closed');
  mayEnd.resolve();
  await running;
  await closed;
  await expect(get('a')).rejects.toThrow('closed');
  await expect(db.transaction(async () => {})).rejects.toThrow('closed');
  await db.close();
});

test('one that never ends is ended after a minute and frees the writer', async () => {
  if (db.dialect === 'postgres') {
    const { rows } = await sql`show idle_in_transaction_session_timeout`.execute(db.write);
    expect(rows).toEqual([{ idle_in_transaction_session_timeout: '1min' }]);
    return;
  }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const began = Promise.withResolvers<void>();
  const hanging = db.transaction(async (trx) => {
    await set('a', 1, trx);
    began.resolve();
    await new Promise(() => {});
  });
  const outcome = expect(hanging).rejects.toThrow('still open after 60 s');
  await began.promise;
  vi.advanceTimersByTime(60_000);
  await outcome;
  await set('b', 1);
  expect([await get('a'), await get('b')]).toEqual([0, 1]);
});

test('one writes what it was handed as parameters, never as SQL', async () => {
  const key = `'; drop table settings; --`;
  await db.write.insertInto('settings').values({ key, value: '', updated_at: 1 }).execute();
  expect(await get(key)).toBe(1);
});
