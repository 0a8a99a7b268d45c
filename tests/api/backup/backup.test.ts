/** A backup made on one database restores the same shop on the other. */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { backupTables } from '#server/backup/backup-tables.ts';
import { restoreBackup } from '#server/backup/restore-backup.ts';
import { writeBackup } from '#server/backup/write-backup.ts';
import { readCheckout } from '#server/checkout/store.ts';
import type { Database } from '#server/db/database.ts';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open-database.ts';
import type { Tables } from '#server/db/tables.ts';
import { hashToken } from '#server/db/token-hash.ts';
import { issueToken, markStored } from '#server/media/uploads-store.ts';
import { adoptServerKey, serverKey, serverSecret } from '#server/settings/server-key.ts';
import { testFolder } from '../catalog/files.ts';
import { closeAtEnd } from '../harness/clean-up.ts';
import { MemoryStorage } from '../harness/memory-storage.ts';
import { shopCommand } from '../harness/shop-command.ts';
import { createTestShop, type TestShop } from '../harness.ts';

let shop: TestShop;
let folder: string;
let file: string;
beforeEach(async () => {
  shop = await createTestShop();
  folder = testFolder();
  file = join(folder, 'shop.backup');
});

const words = 'naïve 🙂 "\\\' \n\u2028 end';

/** Inserts rows into every table, with values that fit each column's type, the same in both databases. */
async function fill(db: Database, count: number): Promise<void> {
  const tables = await db.maintenance.introspection.getTables();
  for (const [name, key] of Object.entries(backupTables)) {
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
  for (const [table, key] of Object.entries(backupTables)) {
    if (!key) continue;
    const order = sql.join(key.map((name) => sql.ref(name)));
    const { rows } = await sql`select * from ${sql.table(table)} order by ${order}`.execute(db.read);
    all[table] = rows.map((row) => ({ ...(row as object) }));
  }
  return all;
}

/** Creates a second, empty shop on SQLite, whatever the first one uses. */
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

test('an upload that was not finished is not a missing object', async () => {
  const { fileUrl } = await issueToken(shop.db.write, 'mug.webp', shop.clock.now());
  const key = `uploads/${basename(fileUrl, '.webp')}`;
  expect((await writeBackup(shop.services, file)).missing).not.toContain(key);
  await markStored(shop.db.write, key, shop.clock.now());
  expect((await writeBackup(shop.services, file)).missing).toContain(key);
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

// Does not compile if `backupTables` lacks a table.
backupTables satisfies Record<keyof Tables, unknown>;

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
  // Restore never adopts the key in the file, even if the shop has none.
  expect(await serverSecret(shop.db, 1)).toEqual(key);
  const other = await makeOther();
  await restoreBackup(other, file);
  expect((await contents(other.db)).settings).toEqual([]);
  expect(await serverSecret(other.db, 1)).not.toEqual(Buffer.from('s'.repeat(43), 'base64url'));

  // If the key comes from the environment, restore does not write the backup's key to the database.
  await adoptServerKey(shop.db, 'a1'.repeat(32));
  await restoreBackup(shop.services, file, { force: true, trust: true });
  expect((await contents(shop.db)).settings).toEqual([]);
});

type Line = Record<string, unknown> | unknown[];

function changeBackup(change: (lines: Line[]) => Line[]): void {
  const lines = gunzipSync(readFileSync(file))
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
  writeFileSync(
    file,
    gzipSync(
      change(lines)
        .map((line) => `${JSON.stringify(line)}\n`)
        .join(''),
    ),
  );
}

const withLines = (...added: Line[]) =>
  changeBackup((lines) => [...lines.slice(0, -1), ...added, lines.at(-1)!]);

test('a changed backup brings no login, and no table, column or file that a backup does not contain [T4]', async () => {
  await fill(shop.db, 1);
  await writeBackup(shop.services, file);
  const own = readFileSync(file);
  const columns = ['token_hash', 'customer_id', 'created_at', 'used_at', 'expires_at'];
  withLines(
    { table: 'customer_sessions', columns },
    [hashToken('t'.repeat(43)), 1, 1, 1, Number.MAX_SAFE_INTEGER],
    { table: 'customer_codes', columns: ['link_id', 'customer_id', 'purpose', 'email', 'expires_at'] },
    ['l', 1, 'reset', 'a@example.com', Number.MAX_SAFE_INTEGER],
  );
  const report = await restoreBackup(shop.services, file, { force: true });
  expect(report.skipped).toEqual(['customer_sessions', 'customer_codes']);
  expect(await shop.db.read.selectFrom('customer_sessions').selectAll().execute()).toEqual([]);
  expect(await shop.db.read.selectFrom('customer_codes').selectAll().execute()).toEqual([]);

  const before = await contents(shop.db);
  const stored = [...shop.storage.objects.keys()];
  const object = (key: string) => ({ object: key, contentType: 'text/html', base64: 'PGI+' });
  const changes: [string, Line[], string][] = [
    ['foreign table', [{ table: 'sqlite_master', columns: ['name'] }], 'sqlite_master'],
    [
      'migrations',
      [{ table: 'kysely_migration', columns: ['name', 'timestamp'] }, ['9999', '1']],
      'kysely_migration',
    ],
    ['inherited name', [{ table: 'constructor', columns: ['name'] }], 'constructor'],
    ['foreign column', [{ table: 'pages', columns: ['id', 'rowid'] }, [9, 9]], 'pages.rowid'],
    ['too many cells', [{ table: 'pages', columns: ['id'] }, [9, 9]], 'pages'],
    ['image variant', [object('media/ab/320.webp')], 'media/ab/320.webp'],
    ['other file', [object('atoll.db')], 'atoll.db'],
    ['parent folder', [object('../media/ab/original')], '../media'],
  ];
  for (const [name, lines, named] of changes) {
    writeFileSync(file, own);
    withLines(...lines);
    await expect(restoreBackup(shop.services, file, { force: true }), name).rejects.toThrow(named);
    expect(await contents(shop.db), name).toEqual(before);
    expect([...shop.storage.objects.keys()], name).toEqual(stored);
  }
  writeFileSync(file, own);
  changeBackup((lines) => [...lines, { table: 'pages', columns: ['id'] }, lines.at(-1)!]);
  await expect(restoreBackup(shop.services, file, { force: true })).rejects.toThrow(
    'after the end of the backup',
  );
});

test('HTML of a backup is sanitised when it is restored [T4]', async () => {
  await fill(shop.db, 1);
  const html = '<p>Hello</p><script>steal()</script>';
  await shop.db.write.updateTable('pages').set({ body_html: html }).execute();
  await shop.db.write.updateTable('mails').set({ html }).execute();
  await writeBackup(shop.services, file);
  const other = await makeOther();
  await restoreBackup(other, file);
  const { pages, mails } = await contents(other.db);
  expect([pages, mails]).toMatchObject([[{ body_html: '<p>Hello</p>' }], [{ html: '<p>Hello</p>' }]]);
});

test('a backup is signed by SERVER_KEY; another signature or none needs --trust [T4]', async () => {
  const key = 'a1'.repeat(32);
  await fill(shop.db, 1);
  await writeBackup(shop.services, file);
  const unsigned = readFileSync(file);
  await adoptServerKey(shop.db, key);
  await writeBackup(shop.services, file);
  const signed = readFileSync(file);
  expect(gunzipSync(signed).toString()).not.toContain(key);
  expect(await restoreBackup(shop.services, file, { force: true })).toMatchObject({ signature: 'valid' });

  // Changes one value of a row, the counts at the end, and the head.
  const changes: [string, (lines: Line[]) => Line[]][] = [
    ['row', (lines) => lines.map((line) => (Array.isArray(line) ? [...line.slice(0, -1), 77] : line))],
    [
      'end',
      ([...lines]) => [...lines.slice(0, -1), { end: { ...(lines.at(-1) as { end: object }).end, rows: 1 } }],
    ],
    ['head', ([head, ...rest]) => [{ ...(head as object), madeAt: 5 }, ...rest]],
  ];
  const before = await contents(shop.db);
  for (const [name, change] of changes) {
    writeFileSync(file, signed);
    changeBackup(change);
    await expect(restoreBackup(shop.services, file, { force: true }), name).rejects.toThrow('--trust');
    expect(await contents(shop.db), name).toEqual(before);
  }
  writeFileSync(file, unsigned);
  await expect(restoreBackup(shop.services, file, { force: true })).rejects.toThrow('has no signature');
  const trusted = { force: true, trust: true };
  expect(await restoreBackup(shop.services, file, trusted)).toMatchObject({ signature: 'missing' });

  // Restores on other machines, without a key and with another one, which use SQLite even if the first shop does not.
  writeFileSync(file, signed);
  const keyless = await makeOther();
  expect(await restoreBackup(keyless, file)).toMatchObject({ signature: 'unchecked' });
  const rekeyed = await makeOther();
  await adoptServerKey(rekeyed.db, 'b2'.repeat(32));
  await expect(restoreBackup(rekeyed, file)).rejects.toThrow('does not match SERVER_KEY');
  expect(await restoreBackup(rekeyed, file, { trust: true })).toMatchObject({ signature: 'different' });
  expect(await contents(rekeyed.db)).toEqual(before);
});

test('restore writes no stored file that was changed after it was checked [T4]', async () => {
  await fill(shop.db, 3);
  await adoptServerKey(shop.db, 'a1'.repeat(32));
  const bytes = (fill: number, length = 9) => new Uint8Array(length).fill(fill);
  await shop.storage.put('media/id-1/original', bytes(1), 'image/webp');
  // More than a stream reads ahead.
  await shop.storage.put('media/id-2/original', bytes(2, 4_000_000), 'image/webp');
  await shop.storage.put('media/id-3/original', bytes(3), 'image/webp');
  await writeBackup(shop.services, file);
  // Stored uncompressed, so that the change affects only a part that restore has not read yet.
  const text = gunzipSync(readFileSync(file)).toString();
  const zip = (archive: string) => gzipSync(archive, { level: 0 });
  const base64 = (fill: number) => Buffer.from(bytes(fill)).toString('base64');
  const changed = text.replace(`"base64":"${base64(3)}"`, `"base64":"${base64(4)}"`);
  expect(changed).not.toBe(text);
  writeFileSync(file, zip(text));

  const other = await makeOther();
  await adoptServerKey(other.db, 'a1'.repeat(32));
  const before = await contents(other.db);
  const put = other.storage.put.bind(other.storage);
  other.storage.put = async (key, body, contentType) => {
    writeFileSync(file, zip(changed));
    await put(key, body, contentType);
  };
  await expect(restoreBackup(other, file)).rejects.toThrow('was changed while it was being restored');
  expect([...other.storage.objects.keys()]).toEqual(['media/id-1/original', 'media/id-2/original']);
  expect(await contents(other.db)).toEqual(before);
});

test('restore takes back rows that were changed after they were checked, signed or not [T4]', async () => {
  await fill(shop.db, 2);
  await shop.storage.put('media/id-1/original', new Uint8Array(9), 'image/webp');
  await writeBackup(shop.services, file);
  const other = await makeOther();
  const before = await contents(other.db);
  const changed = gunzipSync(readFileSync(file)).toString().replace(words.slice(0, 3), 'new');
  const put = other.storage.put.bind(other.storage);
  other.storage.put = async (key, body, contentType) => {
    await put(key, body, contentType);
    writeFileSync(file, gzipSync(changed));
  };
  await expect(restoreBackup(other, file)).rejects.toThrow('was changed while it was being restored');
  expect(await contents(other.db)).toEqual(before);
});

test('the command says that a backup without SERVER_KEY is unsigned [T4]', async () => {
  const backup = async () => {
    const { lines } = await shopCommand(shop, ['backup', file]);
    return lines.filter((line) => line.includes('unsigned'));
  };
  expect(await backup()).toEqual([
    'SERVER_KEY is not set, so the backup is unsigned: restore cannot detect changes to the file.',
  ]);
  await adoptServerKey(shop.db, 'a1'.repeat(32));
  expect(await backup()).toEqual([]);
  const { lines } = await shopCommand(shop, ['backup', file, '--json']);
  expect(JSON.parse(lines.join(''))).toMatchObject({ file, signed: true, missing: expect.any(Array) });
});
