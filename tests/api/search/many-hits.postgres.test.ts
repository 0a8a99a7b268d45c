/** Searches that more products fit than PostgreSQL reads for an answer: what is exact stays so, what is told of a sample is near. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { createApp } from '#server/api/app.ts';
import { generateCsv } from '#server/catalog/csv/generate.ts';
import { samplesOf } from '#server/search/postgres/documents.ts';
import { importText } from '../catalog/files.ts';
import { makeWorld } from '../harness/services.ts';
import { Visitor } from '../harness/visitor.ts';
import { createTestShop, type TestShop } from '../harness.ts';

const searchKey = 'GET /api/v1/storefront/search';
const selectorKey = 'POST /api/v1/productFilterSelector';

/** Of each of them `gen` is a keyword. */
const count = 6000;
const others = [
  'gen-itself,Gen,Bowl,,Oat,TRUE',
  'gen-lamp,Gen lamp of glass,Lamp,,,TRUE',
  'gen-bowl,A small gen bowl,Bowl,,,TRUE',
  'gen-like,Zephyr,Bowl,<p>Nearly a gen.</p>,,TRUE',
  'quiet-like,Quiet zephyr,Bowl,<p>Nearly a gen.</p>,,TRUE',
];

let shop: TestShop;
let inMemory: Visitor;
let inPostgres: Visitor;
beforeAll(async () => {
  shop = await createTestShop();
  await importText(shop, [...generateCsv(count, 20)].join(''));
  const head = 'Handle,Title,Type,Body (HTML),Tags,Published,Variant Price,Variant Inventory Qty\n';
  await importText(shop, head + others.map((line) => `${line},1.00,5\n`).join(''));
  const visitor = (SEARCH: string) =>
    new Visitor(createApp(makeWorld(shop.db, { ...shop.databaseEnv, SEARCH }, shop.clock.now()).services));
  inMemory = visitor('memory');
  inPostgres = visitor('postgres');
}, 120_000);

const both = (query: object) =>
  Promise.all([
    inMemory.data(searchKey, { query } as never),
    inPostgres.data(searchKey, { query } as never),
  ]) as Promise<[Answer, Answer]>;

interface Answer {
  total: number;
  is_partial: boolean;
  product_list: { id: number; seo_url: string; in_stock: boolean }[];
  mentions: { seo_url: string; title: string }[];
  filters: {
    price_min: number;
    price_max: number;
    in_stock: number;
    choices: { kind: string; name: string; values: { value: string; count: number }[] }[];
  };
}

const handles = (list: readonly { seo_url: string }[]) => list.map(({ seo_url }) => seo_url);

it.each([
  { q: 'gen', filter: '' },
  { q: 'gen', filter: 'opt.Glaze=Oat' },
  { q: 'gen', filter: 'in_stock=1&price_min=20&price_max=200' },
  { q: 'gen', filter: 'in_stock=0' },
  { q: 'gen xyzzy', filter: '' },
  { q: 'gen quiet', filter: '' },
  { q: 'gen quiet', filter: 'in_stock=0' },
  { q: 'mug lamp bowl stool gen', filter: '' },
])('counts $q $filter exactly, and what it can be filtered by about [SRCH-09, COLL-10]', async (query) => {
  const [memory, postgres] = await both(query);
  expect(memory.filters.in_stock).toBeGreaterThan(100);
  expect(postgres.total).toBe(memory.total);
  expect(postgres.is_partial).toBe(memory.is_partial);
  const near = (number: number) => ({ least: number * 0.7 - 30, most: number * 1.3 + 30 });
  const stock = near(memory.filters.in_stock);
  expect(postgres.filters.in_stock).toBeGreaterThan(stock.least);
  expect(postgres.filters.in_stock).toBeLessThan(stock.most);
  const counted = new Map(
    postgres.filters.choices.flatMap(({ kind, name, values }) =>
      values.map(({ value, count }) => [`${kind} ${name} ${value}`, count]),
    ),
  );
  for (const { kind, name, values } of memory.filters.choices) {
    for (const { value, count } of values) {
      const key = `${kind} ${name} ${value}`;
      expect(counted.get(key) ?? 0, key).toBeGreaterThan(near(count).least);
      expect(counted.get(key) ?? 0, key).toBeLessThan(near(count).most);
    }
  }
});

it('takes what it counts from a part of what is found [COLL-10]', async () => {
  const [memory, postgres] = await both({ q: 'gen' });
  expect(postgres.filters.in_stock).not.toBe(memory.filters.in_stock);
  expect(postgres.filters.in_stock % 2).toBe(0);
});

it('ranks the few whose title has the words before the many that have them elsewhere, and the very title first [SRCH-09]', async () => {
  const [memory, postgres] = await both({ q: 'gen' });
  const first = ['gen-itself', 'gen-lamp', 'gen-bowl'];
  expect(handles(memory.product_list).slice(0, 3).sort()).toEqual(first.toSorted());
  expect(handles(postgres.product_list).slice(0, 3)).toEqual(handles(memory.product_list).slice(0, 3));
  expect(memory.product_list[0]).toMatchObject({ seo_url: 'gen-itself' });
  expect(postgres.product_list.every((card) => card.in_stock)).toBe(true);
});

it('shows the few products that mention the word, and does not count them [SRCH-09]', async () => {
  const [memory, postgres] = await both({ q: 'gen' });
  expect(handles(memory.mentions)).toEqual(['gen-like', 'quiet-like']);
  expect(handles(postgres.mentions)).toEqual(['gen-like', 'quiet-like']);
  expect(postgres.total).toBe(count + 3);
});

it('of several words lists what is called by all of them, and mentions what has one in its description only [SRCH-09]', async () => {
  const [memory, postgres] = await both({ q: 'gen quiet' });
  const anywhere = await shop.db.read
    .selectFrom('products')
    .select(({ fn }) => fn.countAll<number>().as('all'))
    .where(({ eb, or }) => or([eb('title', 'ilike', '%quiet%'), eb('description_html', 'ilike', '%quiet%')]))
    .executeTakeFirstOrThrow();
  // More than are read whole, of which a part is listed.
  expect(Number(anywhere.all)).toBeGreaterThan(1500);
  expect(memory.total).toBeLessThan(1000);
  expect(postgres.total).toBe(memory.total);
  expect(handles(postgres.product_list)).toEqual(handles(memory.product_list));
  expect(postgres.mentions).toHaveLength(3);
  for (const { title, seo_url } of [...memory.mentions, ...postgres.mentions])
    expect(seo_url === 'quiet-like' || !/quiet/i.test(title)).toBe(true);
});

it('is not called by the part of a compound that may be left out [SRCH-09]', async () => {
  const [memory, postgres] = await both({ q: 'quietgen' });
  expect(memory.total).toBeGreaterThan(1500);
  expect(postgres.total).toBe(memory.total);
  const only = ['quiet-like'];
  expect([handles(memory.mentions), handles(postgres.mentions)]).toEqual([only, only]);
});

it.each([{}, { options: { Glaze: ['Ink'] } }])(
  'lists each product once, page by page, with %o [SRCH-09]',
  async (filters) => {
    const seen: number[] = [];
    let total = 1;
    for (let page_num = 1; seen.length < total; page_num += 1) {
      const body = { q: 'gen', filters, page_num, page_size: 100 };
      const answer = await inPostgres.data(selectorKey, { body });
      total = answer.total;
      seen.push(...answer.product_list.map(({ id }) => id));
      if (answer.product_list.length === 0) break;
    }
    const wanted = await inMemory.data(selectorKey, { body: { q: 'gen', filters } });
    expect(seen.length).toBe(wanted.total);
    expect(new Set(seen).size).toBe(seen.length);
  },
  60_000,
);

it('samples hold a half, a quarter … of products of any kind, though kinds take turns', async () => {
  for (const turn of [0, 5, 15]) {
    const ids = Array.from({ length: 50_000 }, (_, at) => at * 16 + turn);
    const powers = ids.map(samplesOf);
    for (let power = 0; power < 8; power += 1) {
      const share = powers.filter((one) => one.includes(power)).length / ids.length;
      expect(share / 2 ** (power - 8), `${turn} ${power}`).toBeGreaterThan(0.85);
      expect(share / 2 ** (power - 8), `${turn} ${power}`).toBeLessThan(1.15);
    }
    // What is in a sample is in each that is larger.
    expect(powers.every((one) => one.length === 0 || one.at(-1) === 7)).toBe(true);
    expect(powers.every((one) => one.every((power, at) => at === 0 || power === one[at - 1]! + 1))).toBe(
      true,
    );
  }
});

it('takes values of filters that are longer than an index holds [COLL-10]', async () => {
  const value = randomBytes(3000).toString('hex');
  const head = 'Handle,Title,Published,Option1 Name,Option1 Value,Variant Price\n';
  const lines = ['one', 'two'].map((name) => `long-${name},Zephyr long,TRUE,Text,${value},1.00\n`);
  await importText(shop, head + lines.join(''));
  const [memory, postgres] = await both({ q: 'zephyr long' });
  expect(handles(postgres.product_list)).toEqual(['long-one', 'long-two']);
  expect(postgres.filters).toEqual(memory.filters);
  const { rows } = await sql<{ length: number }>`
    select length(value) as length from search_values where value = ${value}`.execute(shop.db.read);
  expect(rows).toEqual([{ length: 6000 }]);
});
