/** PostgreSQL and the memory of a process find the same; of searches that very many products fit, as much as can be said at once. */
import { beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '#server/api/app.ts';
import { purge } from '#server/cache/purges-store.ts';
import { tags } from '#server/cache/tags.ts';
import { generateCsv } from '#server/catalog/csv/generate.ts';
import { findVariants, setPrice } from '#server/catalog/edit-store.ts';
import { importText } from '../catalog/files.ts';
import { makeWorld } from '../harness/services.ts';
import { Visitor } from '../harness/visitor.ts';
import { createTestShop, type TestShop } from '../harness.ts';

const collectionKey = 'GET /api/v1/storefront/collection';
const searchKey = 'GET /api/v1/storefront/search';

let shop: TestShop;
let inMemory: Visitor;
let inPostgres: Visitor;
beforeAll(async () => {
  shop = await createTestShop();
  await importText(shop, [...generateCsv(2500, 20)].join(''));
  const visitor = (SEARCH: string) =>
    new Visitor(createApp(makeWorld(shop.db, { ...shop.databaseEnv, SEARCH }, shop.clock.now()).services));
  inMemory = visitor('memory');
  inPostgres = visitor('postgres');
}, 120_000);

/** Products of a collection cost nine while it lasts. @param handles of collections; none for the whole shop */
async function onePrice(...handles: string[]): Promise<void> {
  const now = shop.clock.now();
  const rows = await shop.db.read.selectFrom('collections').select(['id', 'handle']).execute();
  const ids = rows.flatMap(({ id, handle }) => (handles.includes(handle) ? id : []));
  await shop.db.transaction(async (trx) => {
    await trx
      .insertInto('promotions')
      .values({
        kind: 'oneprice',
        discount_type: 3,
        title: 'One price',
        seo_url: `one-price-${handles.join('-')}`,
        code: '',
        status: 1,
        starts_at: now,
        ends_at: now + 3_600_000,
        range_type: handles.length > 0 ? 3 : 1,
        range_ids: JSON.stringify(ids),
        rules: JSON.stringify({ type: 1, orderAmount: 900 }),
        priority: 0,
        usage_limit: null,
        per_customer_limit: null,
        used_count: 0,
        json_config: '{}',
        updated_at: now,
      })
      .execute();
    await purge(trx, [tags.promotions], now);
  });
}

async function both<Query extends object>(key: typeof collectionKey | typeof searchKey, query: Query) {
  const ask = async (visitor: Visitor) => {
    const { product_list, total, filters, ...rest } = (await visitor.data(key, { query } as never)) as {
      product_list: { id: number }[];
      total: number;
      filters: { price_min: number; price_max: number; in_stock: number; choices: { values: object[] }[] };
      corrected?: string | null;
      is_partial?: boolean;
      mentions?: { id: number }[];
    };
    const { corrected, is_partial, mentions = [] } = rest;
    const ids = (list: { id: number }[]) => list.map(({ id }) => id);
    return { ids: ids(product_list), total, filters, corrected, is_partial, mentions: ids(mentions) };
  };
  return { memory: await ask(inMemory), postgres: await ask(inPostgres) };
}

const filters = [
  '',
  'opt.Glaze=Oat&opt.Glaze=Ink',
  'opt.Glaze=Rust&in_stock=1&price_max=120',
  'product_type=mug&product_type=bowl&vendor=Quay&tag=Group 3',
  'in_stock=0',
  'price_min=9&price_max=9',
  'vendor=Nobody&opt.Size=Huge',
];
/** First pages, second ones, and deep ones of a collection of all. */
const pages = [0, 1, 4, 5, 6, 7].map((sort_type, at) => ({ sort_type, page_num: [1, 2, 110][at % 3] }));

describe.each(['no promotion', 'one price for a collection', 'one price for all'])('with %s', (promotion) => {
  beforeAll(async () => {
    if (promotion === 'one price for a collection') await onePrice('group-3');
    if (promotion === 'one price for all') await onePrice();
  });

  it.each(filters)(
    'a collection filtered by "%s" is the same, in each order [COLL-09, COLL-10]',
    async (filter) => {
      for (const page of [...pages, { sort_type: 7, page_num: 1 }]) {
        const { memory, postgres } = await both(collectionKey, { handle: 'everything', filter, ...page });
        expect(postgres, JSON.stringify(page)).toEqual(memory);
      }
    },
  );

  it.each(['mug', 'quiet stoneware', 'oak bo', '777', 'stonewaer lapm', 'soft xyzzy', 'group 4'])(
    'a search for "%s" finds the same [SRCH-09]',
    async (q) => {
      for (const filter of filters.slice(0, 3)) {
        for (const page of [pages[0], pages[1], pages[4]]) {
          const { memory, postgres } = await both(searchKey, { q, filter, ...page });
          if (memory.total > 1500) expect(postgres.total).toBe(memory.total);
          else expect(postgres, `${filter} ${JSON.stringify(page)}`).toEqual(memory);
        }
      }
    },
  );

  it('a search that most products fit has the same number of them, and the same in order of price [SRCH-09]', async () => {
    for (const filter of filters) {
      for (const sort_type of [1, 4, 6, 7]) {
        for (const page_num of [1, 60]) {
          const { memory, postgres } = await both(searchKey, { q: 'gen', filter, sort_type, page_num });
          const name = `${filter} ${sort_type} ${page_num}`;
          expect(postgres.ids, name).toEqual(memory.ids);
          expect(postgres.total, name).toBe(memory.total);
          expect(Math.abs(postgres.filters.in_stock - memory.filters.in_stock), name).toBeLessThan(
            memory.filters.in_stock * 0.2 + 30,
          );
        }
      }
    }
  });
});

it('a search that most products fit lists each of them once, what can be bought first [SRCH-09]', async () => {
  const seen: number[] = [];
  for (let page_num = 1; page_num <= 126; page_num += 1) {
    const { product_list, total } = await inPostgres.data(searchKey, { query: { q: 'gen', page_num } });
    expect(total).toBe(2500);
    if (page_num === 1) expect(product_list.every((card) => card.in_stock)).toBe(true);
    seen.push(...product_list.map(({ id }) => id));
  }
  expect(new Set(seen).size).toBe(2500);
  expect(seen.length).toBe(2500);
}, 60_000);

it('follows a write that is made while it answers for very many [SRCH-09]', async () => {
  const variants = await findVariants(shop.db.read, 'made-up-1234');
  const ids = variants.map(({ id }) => id);
  await shop.db.transaction((trx) => setPrice(trx, ids, 1, shop.clock.now()));
  const query = { q: 'gen', sort_type: 6 as const };
  const { product_list } = await inPostgres.data(searchKey, { query });
  expect(product_list[0]).toMatchObject({ seo_url: 'made-up-1234' });
});
