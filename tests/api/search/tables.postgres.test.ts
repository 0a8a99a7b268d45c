/** The tables that PostgreSQL finds products by: made, filled once by several processes, and in step with every write. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createApp } from '#server/api/app.ts';
import { purge } from '#server/cache/purges-store.ts';
import { tags } from '#server/cache/tags.ts';
import { generateCsv } from '#server/catalog/csv/generate.ts';
import { findVariants, setPrice, setStock } from '#server/catalog/edit-store.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { syncedTables } from '#server/search/postgres/postgres-search.ts';
import { ensureTables } from '#server/search/postgres/tables.ts';
import { importText } from '../catalog/files.ts';
import { closeAtEnd } from '../harness/clean-up.ts';
import { makeWorld } from '../harness/services.ts';
import { Visitor } from '../harness/visitor.ts';
import { createTestShop, type TestShop } from '../harness.ts';

const collectionKey = 'GET /api/v1/storefront/collection';
const searchKey = 'GET /api/v1/storefront/search';

const manyLines = [...generateCsv(900, 3)];
const [head = ''] = manyLines;
/** The lines of some products. */
const lines = (from: number, to: number) =>
  head + manyLines.filter((line) => between(Number(/^made-up-(\d+)/.exec(line)?.[1]), from, to)).join('');
const between = (number: number, from: number, to: number) => number >= from && number <= to;

/** A process of its own on the same database. */
async function process(shop: TestShop, SEARCH: 'memory' | 'postgres') {
  const env = { ...shop.databaseEnv, SEARCH };
  const db = await openDatabase(env);
  closeAtEnd(() => db.close());
  const world = makeWorld(db, env, shop.clock.now());
  return { ...world, visitor: new Visitor(createApp(world.services)) };
}

it('are in step with writes of every kind, in two processes [COLL-09, SRCH-09]', {
  timeout: 60_000,
}, async () => {
  const shop = await createTestShop();
  await importText(shop, lines(1, 400));
  const visitors = [
    (await process(shop, 'memory')).visitor,
    (await process(shop, 'postgres')).visitor,
    (await process(shop, 'postgres')).visitor,
  ];
  const seen = (visitor: Visitor) =>
    Promise.all([
      visitor.data(collectionKey, { query: { handle: 'everything', sort_type: 6 } }),
      visitor.data(collectionKey, { query: { handle: 'range-2', page_num: 3, filter: 'in_stock=1' } }),
      visitor.data(searchKey, { query: { q: 'stonewear mug', filter: 'opt.Glaze=Oat' } }),
      visitor.data(searchKey, { query: { q: 'zephyr' } }),
    ]);
  const variants = async (handle: string) => (await findVariants(shop.db.read, handle)).map(({ id }) => id);
  const titled = (number: number, title: string, published = 'TRUE') =>
    importText(
      shop,
      `Handle,Title,Published,Variant Price,Tags\nmade-up-${number},${title},${published},1.00,Everything\n`,
    );
  const writes: (() => Promise<unknown>)[] = [
    async () => {},
    () => importText(shop, lines(401, 900)),
    async () => {
      const ids = await variants('made-up-77');
      await shop.db.transaction((trx) => setPrice(trx, ids, 2, shop.clock.now()));
    },
    async () => {
      const ids = await variants('made-up-333');
      await shop.db.transaction((trx) => setStock(trx, ids, 0, shop.clock.now()));
    },
    () => titled(500, 'Zephyr mug'),
    () => titled(500, 'Zephyr bowl', 'FALSE'),
    () => titled(500, 'Zephyr jug'),
    () => titled(1001, 'Zephyr pot'),
  ];
  for (const [at, write] of writes.entries()) {
    await write();
    const [memory, ...others] = await Promise.all(visitors.map(seen));
    for (const other of others) expect(other, `after write ${at}`).toEqual(memory);
  }
  // Counted down as well: a word that no product has is not known.
  await titled(500, 'Plain jug');
  await titled(1001, 'Plain pot');
  const { total } = await visitors[1]!.data(searchKey, { query: { q: 'zephyr' } });
  expect(total).toBe(0);
  const { rows } = await sql`select word from search_words where word = 'zephyr'`.execute(shop.db.read);
  expect(rows).toEqual([]);
});

it('are filled once, whoever begins, and go on where a process that ended left them', {
  timeout: 60_000,
}, async () => {
  const shop = await createTestShop();
  await importText(shop, lines(1, 300));
  const [one, other] = [await process(shop, 'postgres'), await process(shop, 'postgres')];
  await Promise.all([syncedTables(one.services).follow(), syncedTables(other.services).follow()]);
  const counted = async () => {
    const { rows } = await sql<{ products: number; gen: number }>`select
      (select count(*) from search_products) as products,
      (select products from search_words where word = 'gen') as gen`.execute(shop.db.read);
    return rows[0];
  };
  expect(await counted()).toEqual({ products: 300, gen: 300 });
  // As if it had ended at the middle: the second half is not there.
  await sql`update search_state set is_complete = 0, filled_to = 150`.execute(shop.db.write);
  await sql`delete from search_products where product_id > 150`.execute(shop.db.write);
  await sql`delete from search_segments`.execute(shop.db.write);
  await sql`update search_words set products = 150, names = 150 where word = 'gen'`.execute(shop.db.write);
  await syncedTables((await process(shop, 'postgres')).services).follow();
  expect(await counted()).toEqual({ products: 300, gen: 300 });
});

it('of another version are made anew, though nobody had begun to fill them', async () => {
  const shop = await createTestShop();
  await importText(shop, lines(1, 20));
  await syncedTables((await process(shop, 'postgres')).services).follow();
  await sql`drop table search_segments`.execute(shop.db.write);
  await sql`delete from search_state`.execute(shop.db.write);
  await sql`comment on table search_state is 'version 1'`.execute(shop.db.write);
  const { visitor } = await process(shop, 'postgres');
  expect((await visitor.data(searchKey, { query: { q: 'gen' } })).total).toBe(20);
});

it('are made anew after a restore, and wherever purges may have been deleted before they were worked in', async () => {
  const shop = await createTestShop();
  await importText(shop, lines(1, 20));
  const find = async (q: string) => {
    const { visitor } = await process(shop, 'postgres');
    return (await visitor.data(searchKey, { query: { q } })).total;
  };
  expect(await find('gen')).toBe(20);
  await shop.db.write.updateTable('products').set({ title: 'Zephyr' }).where('id', '=', 7).execute();
  // Nobody was told: the tables are as they were, until the purges are gone.
  expect(await find('zephyr')).toBe(0);
  await shop.db.write.deleteFrom('purges').execute();
  await shop.db.transaction((trx) => purge(trx, [tags.catalog], shop.clock.now()));
  expect(await find('zephyr')).toBe(1);
});

it('say what is missing where the database refuses the extension', async () => {
  const shop = await createTestShop();
  const name = `guest_${randomBytes(4).toString('hex')}`;
  await sql`create role ${sql.ref(name)} login`.execute(shop.db.maintenance);
  await sql`grant all on schema public to ${sql.ref(name)}`.execute(shop.db.maintenance);
  const url = new URL(shop.databaseEnv.DATABASE_URL!);
  url.searchParams.set('user', name);
  const guest = await openDatabase({ DATA_DIR: '', DATABASE_URL: url.href });
  try {
    await expect(ensureTables(guest)).rejects.toThrow('create extension pg_trgm');
  } finally {
    await guest.close();
    await sql`drop owned by ${sql.ref(name)}`.execute(shop.db.maintenance);
    await sql`drop role ${sql.ref(name)}`.execute(shop.db.maintenance);
  }
});
