/** Prepared queries: compiled once per database type, executed with the values of each call. */
import { beforeAll, expect, test, vi } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { prepareQuery } from '#server/db/prepared.ts';
import { closeAtEnd } from '../harness/clean-up.ts';
import { makeTestDatabase } from '../harness/test-database.ts';

let db: Database;
beforeAll(async () => {
  const made = await makeTestDatabase();
  db = made.db;
  closeAtEnd(made.remove);
});

const write = prepareQuery((to, row: { key: string; value: string; updated_at?: number | undefined }) =>
  to.insertInto('settings').values({ updated_at: 0, ...row }),
);
const storedIn = async (key: string) => {
  const row = await db.read.selectFrom('settings').selectAll().where('key', '=', key).executeTakeFirst();
  return row && [row.value, row.updated_at];
};

test('are compiled once for all connections and transactions, and answer by the values of each call', async () => {
  const build = vi.fn((from: Database['read'], keys: readonly string[]) =>
    from.selectFrom('settings').select('value').where('key', 'in', keys).orderBy('key'),
  );
  const read = prepareQuery(build);
  await db.transaction(async (trx) => {
    await write(trx, { key: 'a', value: '1' });
    await write(trx, { key: 'b', value: '2' });
  });
  const inTransaction = (keys: string[]) => db.transaction((trx) => read(trx, keys));
  expect(await inTransaction(['a', 'b'])).toEqual([{ value: '1' }, { value: '2' }]);
  expect(await inTransaction(['b', 'c'])).toEqual([{ value: '2' }]);
  expect(await read(db.read, ['a', 'd'])).toEqual([{ value: '1' }]);
  expect(build).toHaveBeenCalledTimes(1);
  // Lists of another length compile another statement, rounded up to a power of two, because untrusted clients choose the length.
  expect(await read(db.read, ['a'])).toEqual([{ value: '1' }]);
  expect(await read(db.read, ['a', 'd', 'b'])).toEqual([{ value: '1' }, { value: '2' }]);
  expect(await read(db.read, ['a', 'd', 'e', 'b'])).toEqual([{ value: '1' }, { value: '2' }]);
  expect(build).toHaveBeenCalledTimes(3);
});

test('see which values are null, and are compiled again for that', async () => {
  const build = vi.fn((from: Database['read'], key: string | null, value: string) =>
    from
      .selectFrom('settings')
      .select('key')
      .where('value', '=', value)
      .$if(key !== null, (query) => query.where('key', '=', key!)),
  );
  const read = prepareQuery(build);
  await write(db.write, { key: 'x1', value: 'x' });
  await write(db.write, { key: 'x2', value: 'x' });
  expect(await read(db.read, 'x1', 'x')).toHaveLength(1);
  expect(await read(db.read, null, 'x')).toHaveLength(2);
  expect(await read(db.read, 'x2', 'x')).toEqual([{ key: 'x2' }]);
  expect(build).toHaveBeenCalledTimes(2);
});

test('write columns of each call, and leave undefined ones out', async () => {
  const rows = prepareQuery((to, rows: readonly { key: string; value: string; updated_at: number }[]) =>
    to.insertInto('settings').values(rows),
  );
  await rows(db.write, [
    { key: 'r1', value: '1', updated_at: 1 },
    { key: 'r2', value: '2', updated_at: 2 },
  ]);
  expect([await storedIn('r1'), await storedIn('r2')]).toEqual([
    ['1', 1],
    ['2', 2],
  ]);
  const change = prepareQuery(
    (to, keys: readonly string[], columns: { value?: string; updated_at?: number }) =>
      to.updateTable('settings').set(columns).where('key', 'in', keys).returning('key'),
  );
  expect(await change(db.write, ['r1', 'r2'], { value: 'new' })).toHaveLength(2);
  expect(await change(db.write, ['r1', 'none'], { updated_at: 7 })).toHaveLength(1);
  expect([await storedIn('r1'), await storedIn('r2')]).toEqual([
    ['new', 7],
    ['new', 2],
  ]);
});
