/** A backup made on one database is the same shop on the other. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { restoreBackup } from '#server/backup/restore-backup.ts';
import { savedTables } from '#server/backup/saved-tables.ts';
import { writeBackup } from '#server/backup/write-backup.ts';
import { readCheckout } from '#server/checkout/store.ts';
import type { Database } from '#server/db/database.ts';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open-database.ts';
import type { Tables } from '#server/db/tables.ts';
import { serverKey, serverSecret, takeServerKey } from '#server/settings/server-key.ts';
import { closeAtEnd } from '../harness/clean-up.ts';
import { MemoryStorage } from '../harness/memory-storage.ts';
import { createTestShop, type TestShop } from '../harness.ts';

let shop: TestShop;
let folder: string;
let file: string;
beforeEach(async () => {
  shop = await createTestShop();
  folder = mkdtempSync(join(tmpdir(), 'atoll-backup-'));
  closeAtEnd(async () => rmSync(folder, { recursive: true, force: true }));
  file = join(folder, 'shop.backup');
});

const words = 'naïve 🙂 "\\\' \n\u2028 end';

/** Some rows in every table: a value that fits each column's type, the same in both databases. */
async function fill(db: Database, count: number): Promise<void> {
  const tables = await db.maintenance.introspection.getTables();
  for (const [name, key] of Object.entries(savedTables)) {
    if (!key) continue;
    const columns = tables.find((table) => table.name === name)!.columns;
    for (let index = 1; index <= count; index++) {
      const values = columns.map((column) => sampleValue(name, column.name, column.dataType, index));
      const names = sql.join(columns.map((column) => sql.ref(column.name)));
      await sql`insert into ${sql.table(name)} (${names}) values (${sql.join(values)})`.execute(
        db.maintenance,
      );
    }
  }
}

const fixed: Record<string, string | number> = {
  'variants.inventory_policy': 'deny',
  'comments.star': 5,
  'comments.status': 'published',
  'orders.status_key': 1,
  'reservations.state': 'final',
  'promotion_uses.state': 'final',
  'jobs.state': 'done',
  'refunds.state': 'sent',
  'returns.state': 'asked',
  'daily_figures.kind': 'shop',
  'conversions.service': 'meta',
  'conversions.state': 'sent',
  'settings.value': '{}',
};

function sampleValue(table: string, column: string, type: string, index: number): string | number | null {
  const known = fixed[`${table}.${column}`];
  if (known !== undefined) return known;
  if (
    /(?:^|_)is_/.test(column) ||
    ['insurance', 'sc_confirm', 'in_stock', 'requires_shipping', 'restock'].includes(column)
  )
    return index % 2;
  if (['finished_at', 'deleted_at', 'compare_at_price'].includes(column) && index % 2) return null;
  if (/int/i.test(type)) return index;
  if (column === 'original_key') return `media/id-${index}/original`;
  return ['key', 'handle', 'token', 'order_no', 'id', 'media_id'].includes(column)
    ? `${column}-${index}`
    : `${words} ${index}`;
}

async function contents(db: Database): Promise<Record<string, unknown[]>> {
  const all: Record<string, unknown[]> = {};
  for (const [table, key] of Object.entries(savedTables)) {
    if (!key) continue;
    const order = sql.join(key.map((name) => sql.ref(name)));
    const { rows } = await sql`select * from ${sql.table(table)} order by ${order}`.execute(db.read);
    all[table] = rows.map((row) => ({ ...(row as object) }));
  }
  return all;
}

/** A second, empty shop on SQLite, whatever the first is on. */
async function makeOther() {
  const db = await openDatabase({ DATA_DIR: join(folder, `other-${Math.random()}`) });
  closeAtEnd(() => db.close());
  await migrate(db);
  return { ...shop.services, db, storage: new MemoryStorage() };
}

test('every row and object comes back on the other database and again on the first', async () => {
  await fill(shop.db, 3);
  await shop.storage.put('media/id-1/original', new Uint8Array([0, 255, 10, 13]), 'image/webp');
  const before = await contents(shop.db);
  const report = await writeBackup(shop.services, file);
  expect(report.rows).toBe(Object.values(before).flat().length);
  expect(report.objects).toBe(1);
  expect(report.missing).toContain('media/id-2/original');

  const other = await makeOther();
  await restoreBackup(other, file);
  expect(await contents(other.db)).toEqual(before);
  expect(other.storage.objects.get('media/id-1/original')).toEqual({
    body: new Uint8Array([0, 255, 10, 13]),
    contentType: 'image/webp',
  });

  const back = join(folder, 'back.backup');
  await writeBackup(other, back);
  await restoreBackup(shop.services, back, { force: true });
  expect(await contents(shop.db)).toEqual(before);
});

test('new rows get ids after the restored ones', async () => {
  await fill(shop.db, 3);
  await writeBackup(shop.services, file);
  await restoreBackup(shop.services, file, { force: true });
  const note = { kind: '', order_no: '', provider_ref: '', message: '', at: 1 };
  const added = await shop.db.write
    .insertInto('payment_notes')
    .values(note)
    .returning('id')
    .executeTakeFirstOrThrow();
  expect(added.id).toBe(4);
});

test('a shop with anything in it is replaced only with force, and then wholly', async () => {
  await fill(shop.db, 1);
  await writeBackup(shop.services, file);
  await shop.db.write.insertInto('settings').values({ key: 'mine', value: '{}', updated_at: 1 }).execute();
  await expect(restoreBackup(shop.services, file)).rejects.toThrow('--force');
  expect((await contents(shop.db)).settings).toHaveLength(2);
  await restoreBackup(shop.services, file, { force: true });
  expect((await contents(shop.db)).settings).toHaveLength(1);
});

test('selling goes on during a backup, which has the shop of one instant', async () => {
  await fill(shop.db, 2);
  const before = await contents(shop.db);
  const began = Promise.withResolvers<void>();
  const sold = Promise.withResolvers<void>();
  const db: Database = {
    ...shop.db,
    snapshot: (work) =>
      shop.db.snapshot(async (trx) => {
        await trx.selectFrom('settings').select('key').execute();
        began.resolve();
        await sold.promise;
        return work(trx);
      }),
  };
  const backup = writeBackup({ ...shop.services, db }, file);
  await began.promise;
  await shop.db.write.deleteFrom('payment_notes').execute();
  sold.resolve();
  await backup;
  const other = await makeOther();
  await restoreBackup(other, file);
  expect(await contents(other.db)).toEqual(before);
});

test('reads tables of many pages whole', async () => {
  const rows = Array.from({ length: 1_234 }, (_, index) => ({
    comment_id: 1 + (index % 7),
    visitor_hash: String(index).padStart(5, '0'),
  }));
  await fill(shop.db, 7);
  await shop.db.write.deleteFrom('comment_likes').execute();
  for (let at = 0; at < rows.length; at += 400) {
    await shop.db.write
      .insertInto('comment_likes')
      .values(rows.slice(at, at + 400))
      .execute();
  }
  await writeBackup(shop.services, file);
  const other = await makeOther();
  await restoreBackup(other, file);
  const count = await other.db.read
    .selectFrom('comment_likes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  expect(count.count).toBe(1_234);
});

test('an archive that was cut off, changed or made by a newer shop changes nothing', async () => {
  await fill(shop.db, 1);
  await writeBackup(shop.services, file);
  const whole = readFileSync(file);
  const text = gunzipSync(whole).toString();
  const bad = {
    short: whole.subarray(0, whole.length - 20),
    endless: gzipSync(text.slice(0, text.lastIndexOf('{"end"'))),
    newer: gzipSync(text.replace(/"migration":"[^"]*"/, '"migration":"9999-of-tomorrow"')),
    broken: gzipSync(text.replace('"columns":["key"', '"columns":["no_such_column"')),
    foreign: Buffer.from('hello'),
    empty: gzipSync(''),
  };
  const before = await contents(shop.db);
  for (const [name, bytes] of Object.entries(bad)) {
    writeFileSync(file, bytes);
    await expect(restoreBackup(shop.services, file, { force: true }), name).rejects.toThrow();
    expect(await contents(shop.db), name).toEqual(before);
  }
});

test('a failed backup leaves the one before it in place', async () => {
  await fill(shop.db, 1);
  writeFileSync(file, 'the one before');
  const storage = new MemoryStorage();
  storage.get = () => Promise.reject(new Error('the storage is away'));
  await expect(writeBackup({ ...shop.services, storage }, file)).rejects.toThrow('away');
  expect(readFileSync(file, 'utf8')).toBe('the one before');
});

// Compiles only while every table is thought of.
savedTables satisfies Record<keyof Tables, unknown>;

test('a backup holds neither the server’s key nor a token, and the shop it is put into keeps its key', async () => {
  const key = await serverKey(shop.db, 'link', shop.clock.now());
  await fill(shop.db, 1);
  await writeBackup(shop.services, file);
  const text = gunzipSync(readFileSync(file)).toString();
  expect(text).toContain('"settings"');
  expect(text).not.toContain('serverKey');

  await restoreBackup(shop.services, file, { force: true });
  expect(await serverKey(shop.db, 'link', shop.clock.now())).toEqual(key);
  const other = await makeOther();
  await restoreBackup(other, file);
  expect(await serverKey(other.db, 'link', shop.clock.now())).not.toEqual(key);
});

test('a backup of the time when tokens were kept as they are is restored, and its links open', async () => {
  const token = 'k'.repeat(32);
  const name = `old-${shop.db.dialect}`;
  const old = await openDatabase({ DATA_DIR: join(folder, name) });
  closeAtEnd(() => old.close());
  await migrate(old, '0011-star-counts');
  const columns = (await old.maintenance.introspection.getTables()).find(
    (table) => table.name === 'checkouts',
  )!.columns;
  const known: Record<string, string | number> = {
    token,
    groups: '[]',
    address: '{}',
    updated_at: shop.clock.now(),
  };
  const row = columns.map(
    (column) => known[column.name] ?? sampleValue('checkouts', column.name, column.dataType, 1),
  );
  const lines = [
    { atollBackup: 1, migration: '0011-star-counts', madeAt: 1 },
    { table: 'settings', columns: ['key', 'value', 'updated_at'] },
    ['serverKey', JSON.stringify('s'.repeat(43)), 1],
    { table: 'checkouts', columns: columns.map((column) => column.name) },
    row,
    { end: { rows: 2, objects: 0 } },
  ];
  writeFileSync(file, gzipSync(lines.map((line) => `${JSON.stringify(line)}\n`).join('')));

  const key = await serverSecret(shop.db, shop.clock.now());
  await restoreBackup(shop.services, file, { force: true });
  expect(await readCheckout(shop.services, token)).toMatchObject({ token });
  expect(JSON.stringify(await contents(shop.db))).not.toContain(token);
  // The key that lies in the file does not become the shop's, whether it has one or not.
  expect(await serverSecret(shop.db, 1)).toEqual(key);
  const other = await makeOther();
  await restoreBackup(other, file);
  expect((await contents(other.db)).settings).toEqual([]);
  expect(await serverSecret(other.db, 1)).not.toEqual(Buffer.from('s'.repeat(43), 'base64url'));

  // Where the key is given from outside, that of the backup does not come into the database.
  await takeServerKey(shop.db, 'a1'.repeat(32));
  await restoreBackup(shop.services, file, { force: true });
  expect((await contents(shop.db)).settings).toEqual([]);
});
