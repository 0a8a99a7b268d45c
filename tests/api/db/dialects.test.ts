/** Both databases give the same results where they differ by nature. Each test runs on both. */
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { readSetting, writeSetting } from '#server/settings/store.ts';
import { createTestShop, type TestShop } from '../harness.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop();
});

async function addSettings(keys: string[]): Promise<void> {
  const rows = keys.map((key) => ({ key, value: '{}', updated_at: 1 }));
  await shop.db.write.insertInto('settings').values(rows).execute();
}

test('orders text by its bytes', async () => {
  await addSettings(['b', 'B', 'a', 'é', '_', 'Z', '🙂', 'ﬁ']);
  const rows = await shop.db.read.selectFrom('settings').select('key').orderBy('key').execute();
  expect(rows.map((row) => row.key)).toEqual(['B', 'Z', '_', 'a', 'b', 'é', 'ﬁ', '🙂']);
});

test('puts NULL where the query says', async () => {
  const mail = {
    kind: 'k',
    to_address: '',
    subject: '',
    text: '',
    html: '',
    created_at: 1,
    attempts: 0,
    last_error: '',
  };
  const values = [5, null, 3].map((sent_at, index) => ({ ...mail, dedupe_key: String(index), sent_at }));
  await shop.db.write.insertInto('mails').values(values).execute();
  const ordered = (nulls: 'first' | 'last') =>
    shop.db.read
      .selectFrom('mails')
      .select('sent_at')
      .orderBy('sent_at', (order) => (nulls === 'first' ? order.asc().nullsFirst() : order.asc().nullsLast()))
      .execute();
  expect((await ordered('first')).map((row) => row.sent_at)).toEqual([null, 3, 5]);
  expect((await ordered('last')).map((row) => row.sent_at)).toEqual([3, 5, null]);
});

test('gives whole numbers back as numbers, to the millisecond and beyond 32 bits', async () => {
  const at = Date.UTC(2026, 10, 21, 9, 30, 0, 123);
  await shop.db.write
    .insertInto('purges')
    .values([
      { tag: 'first', at },
      { tag: 'largest', at: Number.MAX_SAFE_INTEGER },
    ])
    .execute();
  const rows = await shop.db.read.selectFrom('purges').selectAll().orderBy('id').execute();
  expect(rows.map(({ tag, at }) => [tag, at])).toEqual([
    ['first', at],
    ['largest', Number.MAX_SAFE_INTEGER],
  ]);
  expect(rows.every((row) => typeof row.id === 'number')).toBe(true);
});

test('gives counts and sums back as numbers', async () => {
  const trx = shop.db.read.selectFrom('purges').where('tag', '=', 'first');
  const counted = await trx
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.sum<number>('at').as('sum')])
    .executeTakeFirstOrThrow();
  expect(counted.count).toBe(1);
  expect(counted.sum).toBe(Date.UTC(2026, 10, 21, 9, 30, 0, 123));
});

test('divides whole numbers without a rest', async () => {
  const { rows } = await sql<{ half: number }>`select cast(${7} as bigint) / 2 as half`.execute(shop.db.read);
  expect(rows[0]?.half).toBe(3);
});

test('refuses a fraction and a word in a column of whole numbers', async () => {
  const insert = (at: unknown) =>
    shop.db.write
      .insertInto('purges')
      .values({ tag: 'x', at: at as number })
      .execute();
  await expect(insert(1.5)).rejects.toThrow();
  await expect(insert('soon')).rejects.toThrow();
});

test('refuses what is no value at all', async () => {
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY, true]) {
    const insert = shop.db.write.insertInto('purges').values({ tag: 'x', at: value as number });
    await expect(insert.execute()).rejects.toThrow();
  }
});

test('tells capitals apart, in equality and in patterns', async () => {
  await addSettings(['Case-a', 'case-b']);
  const named = (pattern: string) =>
    shop.db.read.selectFrom('settings').select('key').where('key', 'like', pattern).execute();
  expect(await named('case-%')).toEqual([{ key: 'case-b' }]);
});

test('counts the rows an update changed and those a conflict left alone', async () => {
  await addSettings(['counted']);
  const change = (version: number) =>
    shop.db.write
      .updateTable('settings')
      .set({ updated_at: 2 })
      .where('key', '=', 'counted')
      .where('updated_at', '=', version)
      .executeTakeFirst();
  expect((await change(1)).numUpdatedRows).toBe(1n);
  expect((await change(1)).numUpdatedRows).toBe(0n);
  const again = await shop.db.write
    .insertInto('settings')
    .values({ key: 'counted', value: '{}', updated_at: 3 })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirst();
  expect(again.numInsertedOrUpdatedRows).toBe(0n);
});

test('keeps every character of a text', async () => {
  const value = 'naïve 🙂 \u{10FFFF} "\\\' \n\t';
  await shop.db.write.insertInto('settings').values({ key: 'text', value, updated_at: 1 }).execute();
  const row = await shop.db.read
    .selectFrom('settings')
    .select('value')
    .where('key', '=', 'text')
    .executeTakeFirstOrThrow();
  expect(row.value).toBe(value);
});

test('checks a reference only when the transaction ends', async () => {
  const orphan = shop.db.transaction(async (trx) => {
    await trx
      .insertInto('reservations')
      .values({ order_no: 'nobody', variant_id: 1, quantity: 1, state: 'held' })
      .execute();
  });
  await expect(orphan).rejects.toThrow();
  expect(await shop.db.read.selectFrom('reservations').selectAll().execute()).toEqual([]);
});

test('reads a setting as its schema makes it and has its pages forgotten when it changes', async () => {
  const schema = z.object({ code: z.string(), digits: z.int().default(2) });
  expect(await readSetting(shop.db.read, 'currency', schema)).toBeNull();
  const write = (code: string) =>
    shop.db.transaction((trx) => writeSetting(trx, 'currency', schema, { code }, 7));
  await write('USD');
  await write('EUR');
  expect(await readSetting(shop.db.read, 'currency', schema)).toEqual({ code: 'EUR', digits: 2 });
  const purged = await shop.db.read
    .selectFrom('purges')
    .select('at')
    .where('tag', '=', 'setting:currency')
    .execute();
  expect(purged).toEqual([{ at: 7 }, { at: 7 }]);
  await expect(readSetting(shop.db.read, 'currency', z.object({ code: z.int() }))).rejects.toThrow(
    '"currency"',
  );
});
