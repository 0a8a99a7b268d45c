import { beforeAll, describe, expect, it } from 'vitest';
import * as codes from '#lib/contract/codes.ts';
import { createPageDependencies } from '#server/core/page-dependencies.ts';
import { localApi } from '#server/pages/local-api.ts';
import { writeSetting } from '#server/settings/store.ts';
import { ensureShop } from '#server/shop/ensure-shop.ts';
import { settingSchemas } from '#server/theme/settings.ts';
import type { Visitor } from '../harness/visitor.ts';
import { createTestShop, type TestShop } from '../harness.ts';
import { importForSale } from './files.ts';

const collectionKey = 'GET /api/v1/storefront/collection';
const searchKey = 'GET /api/v1/storefront/search';

/** Creates 45 products whose titles, prices and times give every sort order a different result, each with equal keys. */
async function shopOf45(): Promise<{ shop: TestShop; visitor: Visitor }> {
  const shop = await createTestShop();
  const rows = Array.from({ length: 45 }, (_, at) => {
    const letter = 'cabde'[at % 5] ?? '';
    return `item-${at},${letter.toUpperCase()}${letter} thing ${at % 3},"All, Part ${at % 2}",${10 + ((at * 7) % 9)}.00,${at === 4 ? 0 : 5}`;
  });
  const head = 'Handle,Title,Tags,Variant Price,Variant Inventory Qty';
  await importForSale(shop, [head, ...rows.slice(0, 20)].join('\n'));
  shop.clock.advance(1000);
  await importForSale(shop, [head, ...rows].join('\n'));
  return { shop, visitor: shop.visitor() };
}

it('lists the first 24 products of a collection for the bag, or as many as asked, and none that is hidden [API-013, RECO-25]', async () => {
  const shop = await createTestShop();
  const visitor = shop.visitor();
  const names = Array.from({ length: 26 }, (_, at) => `cup-${at + 10}`);
  await importForSale(
    shop,
    ['Handle,Title,Tags,Variant Price', ...names.map((name) => `${name},Cup,Cups,9.00`)].join('\n'),
  );
  const { list } = await visitor.data('GET /api/v1/storefront/collections', {});
  const listed = async (query: { pageSize?: number } = {}) => {
    const { product_list, seo_url } = await visitor.data('GET /api/v1/recommed/collection/products', {
      query: { collectionId: list[0]!.id, ...query },
    });
    expect(seo_url).toBe('cups');
    return product_list.map(({ seo_url }) => seo_url);
  };
  expect(await listed()).toEqual(names.slice(0, 24));
  expect(await listed({ pageSize: 3 })).toEqual(names.slice(0, 3));
  await importForSale(shop, 'Handle,Title,Published,Variant Price\ncup-11,Cup,FALSE,9.00');
  expect(await listed({ pageSize: 3 })).toEqual(['cup-10', 'cup-12', 'cup-13']);
});

it('cuts the sitemap by what its languages and longest path make of an entry, and loses none', async () => {
  const { shop, visitor } = await shopOf45();
  await importForSale(shop, `Handle,Title,Variant Price\n${'器'.repeat(200)},Vessel,9.00`);
  const languages = [...'abcdefghijklmnopqrstuvwxyz'].flatMap((letter) =>
    ['x', 'y'].map((first) => ({ lang: first + letter, name: letter })),
  );
  await shop.db.transaction((trx) =>
    writeSetting(
      trx,
      'languages',
      settingSchemas.languages,
      { languages: languages.slice(0, 50), texts: {} },
      shop.clock.now(),
    ),
  );
  const { files } = await visitor.data('GET /api/v1/storefront/sitemap', {});
  const products = files.filter(({ kind }) => kind === 'products');
  expect(products.length).toBeGreaterThan(1);
  const lists = await Promise.all(
    files.map((query) => visitor.data('GET /api/v1/storefront/sitemap', { query })),
  );
  const paths = lists.flatMap(({ entries }) => entries.map(({ path }) => path));
  expect(paths.filter((path) => path.startsWith('/products/'))).toHaveLength(46);
  expect(new Set(paths).size).toBe(paths.length);
});

describe('collections, sorted and paged', () => {
  let visitor: Visitor;
  let shop: TestShop;
  let all: { id: number; title: string; price: number; created: number }[];
  beforeAll(async () => {
    ({ shop, visitor } = await shopOf45());
    const rows = await shop.db.read.selectFrom('products').selectAll().orderBy('id').execute();
    all = rows.map((row) => ({
      id: row.id,
      title: row.title.toLowerCase(),
      price: row.min_price,
      created: row.created_at,
    }));
  });

  const pageOf = (sort_type: number | string, page_num: number | string = 1) =>
    visitor.data(collectionKey, { query: { handle: 'all', sort_type, page_num } as never });

  it.each([
    [1, 'newest first', (a: (typeof all)[0], b: (typeof all)[0]) => b.created - a.created],
    [
      4,
      'A to Z',
      (a: (typeof all)[0], b: (typeof all)[0]) => (a.title < b.title ? -1 : a.title > b.title ? 1 : 0),
    ],
    [
      5,
      'Z to A',
      (a: (typeof all)[0], b: (typeof all)[0]) => (a.title > b.title ? -1 : a.title < b.title ? 1 : 0),
    ],
    [6, 'price ascending', (a: (typeof all)[0], b: (typeof all)[0]) => a.price - b.price],
    [7, 'price descending', (a: (typeof all)[0], b: (typeof all)[0]) => b.price - a.price],
    [0, 'its own order', () => 0],
  ] as const)(
    'puts sort_type %i in order, %s, equal keys by id, on every page [COLL-09]',
    async (sort, _name, compare) => {
      const expected = [...all].sort((a, b) => compare(a, b) || a.id - b.id).map(({ id }) => id);
      const seen: number[] = [];
      for (const page of [1, 2, 3]) seen.push(...(await pageOf(sort, page)).product_list.map(({ id }) => id));
      expect(seen).toEqual(expected);
    },
  );

  it('shows 20 a page, the first for anything that is no page, nothing beyond the last [COLL-09]', async () => {
    const sizes = await Promise.all(
      [1, 2, 3, 4].map(async (page) => (await pageOf(0, page)).product_list.length),
    );
    expect(sizes).toEqual([20, 20, 5, 0]);
    expect(await pageOf(0, 'x')).toMatchObject({ page_num: 1, total: 45, sort_type: 0 });
    expect((await pageOf(0, -3)).page_num).toBe(1);
    expect((await pageOf(0, 2_000_000)).product_list).toEqual([]);
    expect((await pageOf(99)).sort_type).toBe(0);
  });

  it('is found by name, by map_id when the name is unknown, and else not at all [COLL-01, COLL-02]', async () => {
    const named = await pageOf(0);
    const id = named.collection.id;
    expect(named.collection).toMatchObject({ title: 'All', seo_url: 'all', product_count: 45 });
    const moved = await visitor.data(collectionKey, { query: { handle: 'renamed', map_id: id } });
    expect(moved.collection.id).toBe(id);
    const both = await visitor.data(collectionKey, { query: { handle: 'part-1', map_id: id } });
    expect(both.collection.title).toBe('Part 1');
    const unknown = await visitor.call(collectionKey, { query: { handle: 'none', map_id: 999_999 } });
    expect(unknown).toMatchObject({ code: codes.notFound, data: null });
  });

  it('names what it was made from, so that a page of it is forgotten in time', async () => {
    const dependencies = createPageDependencies();
    const answer = await localApi(shop.services)(collectionKey, { query: { handle: 'all' } }, dependencies);
    expect(answer.code).toBe(0);
    expect(dependencies.tags).toContain(`product:${all[0]?.id}`);
    expect([...dependencies.tags].some((tag) => tag.startsWith('collection:'))).toBe(true);
    expect(dependencies.tags).toContain('promotions');
  });

  it('filters by price and stock with POST productFilterSelector [COLL-10, API-104]', async () => {
    const { collection } = await pageOf(0);
    const filter = (body: object) =>
      visitor.call('POST /api/v1/productFilterSelector', {
        body: { collection_id: collection.id, ...body } as never,
      });
    const cheap = await filter({ filters: { price_max: 11 }, sort_type: 6, page_size: 100 });
    expect(cheap.data?.total).toBe(all.filter(({ price }) => price <= 1100).length);
    expect(cheap.data?.product_list.every(({ sale_price }) => sale_price <= 11)).toBe(true);
    expect(cheap.data?.filters).toMatchObject({ price_min: 10, price_max: 18 });
    const gone = await filter({ filters: { in_stock: false } });
    expect(gone.data?.product_list.map(({ seo_url }) => seo_url)).toEqual(['item-4']);
    expect(gone.data?.product_list[0]).toMatchObject({ sale_status: 0, in_stock: false });
    expect((await filter({ page_num: 3 })).data?.product_list).toHaveLength(5);
    expect((await filter({ filters: { vendors: ['x'] } })).data?.total).toBe(0);
    expect((await filter({ collection_id: 999_999 })).code).toBe(codes.notFound);
    const found = await visitor.data('POST /api/v1/productFilterSelector', {
      body: { q: 'thing 2', page_size: 5, sort_type: 0, page_num: 1 },
    });
    expect(found.product_list).toHaveLength(5);
    expect(found.total).toBe(15);
  });

  describe('a search', () => {
    const found = async (sort_type: number | string) => {
      const seen: number[] = [];
      for (const page_num of [1, 2, 3]) {
        const query = { q: 'thing', sort_type, page_num } as never;
        seen.push(...(await visitor.data(searchKey, { query })).product_list.map(({ id }) => id));
      }
      return seen;
    };
    type Item = (typeof all)[0];
    const ordered = (compare: (a: Item, b: Item) => number) =>
      [...all].sort((a, b) => compare(a, b) || a.id - b.id).map(({ id }) => id);
    const byTitle = (a: Item, b: Item) => (a.title < b.title ? -1 : a.title > b.title ? 1 : 0);

    it('with sort_type 1 has the newest first [SRCH-12]', async () => {
      expect(await found(1)).toEqual(ordered((a, b) => b.created - a.created));
    });
    it('with sort_type 4 goes from A to Z [SRCH-13]', async () => {
      expect(await found(4)).toEqual(ordered(byTitle));
    });
    it('with sort_type 5 goes from Z to A [SRCH-14]', async () => {
      expect(await found(5)).toEqual(ordered((a, b) => byTitle(b, a)));
    });
    it('with sort_type 6 has the cheapest first [SRCH-15]', async () => {
      expect(await found(6)).toEqual(ordered((a, b) => a.price - b.price));
    });
    it('with sort_type 7 has the dearest first [SRCH-16]', async () => {
      expect(await found(7)).toEqual(ordered((a, b) => b.price - a.price));
    });
    it('without a sort_type, or with another, has the default order, and says which is in effect [SRCH-17]', async () => {
      const usual = await found(0);
      for (const other of ['', 2, 3, 8, 'x']) expect(await found(other), String(other)).toEqual(usual);
      const query = { q: 'thing', page_num: 1 };
      expect((await visitor.data(searchKey, { query: { ...query, sort_type: 6 } })).sort_type).toBe(6);
      expect((await visitor.data(searchKey, { query: { ...query, sort_type: 9 } })).sort_type).toBe(0);
    });
  });

  it('finds products by the beginnings of all words, sorted and paged', async () => {
    const search = (q: string, query: object = {}) => visitor.data(searchKey, { query: { q, ...query } });
    expect((await search('thi 2')).total).toBe(15);
    expect((await search('AA thing')).product_list.every(({ title }) => title.startsWith('Aa'))).toBe(true);
    expect((await search('nothing-like-it')).total).toBe(0);
    expect((await search(`" OR * ' & :`)).total).toBe(0);
    const prices = (await search('thing', { sort_type: 7, page_num: 2 })).product_list.map(
      ({ sale_price }) => sale_price,
    );
    expect(prices).toEqual([...prices].sort((a, b) => b - a));
    expect((await search('thing', { page_num: 3 })).product_list).toHaveLength(5);
  });
});

describe('the demo shop through the contract', () => {
  let visitor: Visitor;
  let shop: TestShop;
  beforeAll(async () => {
    shop = await createTestShop();
    await Promise.all([ensureShop(shop.services), ensureShop(shop.services)]);
    visitor = shop.visitor();
  });
  const productOf = (handle: string) => visitor.data('GET /api/v1/storefront/product', { query: { handle } });

  it('is there once although two processes began it', async () => {
    const { count } = await shop.db.read
      .selectFrom('products')
      .select((of) => of.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(26);
    const mug = await productOf('tidal-mug');
    expect(mug.reviews).toMatchObject({
      comment_num: 6,
      comment_avg_star: 4.3,
      star_counts: [0, 0, 1, 2, 3],
    });
    expect(mug.reviews.list[0]?.nickname).toBe('D. Okafor');
  });

  it('answers a product with everything its page shows [COLL-04]', async () => {
    const bowl = await productOf('shore-bowl');
    expect(bowl.options.map(({ name, style }) => [name, style])).toEqual([
      ['Glaze', 3],
      ['Size', 1],
    ]);
    expect(bowl.options[0]?.values[0]).toMatchObject({
      value: 'Rust',
      styleValue: '#b5664b',
      picture: { width: 1600 },
    });
    expect(bowl.variants.choice).toEqual([
      [0, 0],
      [0, 1],
      [1, 0],
      [1, 1],
      [2, 0],
      [2, 1],
    ]);
    expect(bowl.variants.sale_status).toEqual([1, 1, 1, 1, 1, 0]);
    expect([bowl.min_price, bowl.max_price, bowl.currency]).toEqual([32, 48, 'USD']);
    expect(bowl.collections[0]).toMatchObject({ title: 'Table', seo_url: 'table' });
    expect(bowl.related.length).toBe(5);
    expect(bowl.related.some(({ id }) => id === bowl.id)).toBe(false);
    expect(await productOf('bollard-side-table')).toMatchObject({ isPreSale: true });
    expect(
      (await productOf('galley-napkins')).custom_options.map(({ name, price }) => [name, price]),
    ).toEqual([
      ['button', 0],
      ['text', 0],
      ['card', 0],
      ['image', 12],
    ]);
    const unknown = await visitor.call('GET /api/v1/storefront/product', { query: { handle: 'none' } });
    expect(unknown).toMatchObject({ code: codes.notFound, data: null });
  });

  it('answers prices and stock of all variants [API-001, API-002]', async () => {
    const { id, variants } = await productOf('windbreak-throw');
    const prices = await visitor.data('GET /api/v1/products/:id/variant/price', { params: { id } });
    expect(prices.map(({ sku_id }) => sku_id)).toEqual(variants.sku_id);
    expect(prices[0]).toEqual({
      sku_id: variants.sku_id[0],
      sale_price: 128,
      original_price: 128,
      tailor_status: 1,
    });
    const stock = await visitor.data('GET /api/v1/products/:id/variant/inventory', { params: { id } });
    expect(stock[1]).toEqual({
      sku_id: variants.sku_id[1],
      sale_inventory_quantity: 999_999,
      sale_status: 1,
      is_product_deleted: false,
      is_product_published: true,
    });
    expect(stock[0]?.sale_inventory_quantity).toBeLessThan(100);
    await shop.db.write.updateTable('products').set({ is_published: 0 }).where('id', '=', id).execute();
    const hidden = await visitor.data('GET /api/v1/products/:id/variant/inventory', { params: { id } });
    await shop.db.write.updateTable('products').set({ is_published: 1 }).where('id', '=', id).execute();
    expect(hidden.every((entry) => !entry.is_product_published)).toBe(true);
    expect(
      (await visitor.call('GET /api/v1/products/:id/variant/price', { params: { id: 999_999 } })).code,
    ).toBe(codes.notFound);
  });

  it('lowers prices by an active one-price promotion, and says when that ends [API-001, PDP-31]', async () => {
    const { id } = await productOf('meridian-clock');
    const now = shop.clock.now();
    await shop.db.write
      .insertInto('promotions')
      .values({
        kind: 'oneprice',
        discount_type: 3,
        title: 'One price',
        seo_url: 'one-price',
        code: '',
        status: 1,
        starts_at: now - 1000,
        ends_at: now + 60_000,
        range_type: 2,
        range_ids: JSON.stringify([id]),
        rules: JSON.stringify({ type: 1, orderAmount: 9900 }),
        priority: 0,
        usage_limit: null,
        per_customer_limit: null,
        used_count: 0,
        json_config: '{}',
        updated_at: now,
      })
      .execute();
    const prices = await visitor.data('GET /api/v1/products/:id/variant/price', { params: { id } });
    expect(prices.map(({ sale_price, original_price }) => [sale_price, original_price])).toEqual([
      [99, 112],
      [99, 126],
    ]);
    const dependencies = createPageDependencies();
    const answer = await localApi(shop.services)(
      'GET /api/v1/storefront/product',
      { query: { id } },
      dependencies,
    );
    expect(answer.data?.min_price).toBe(99);
    expect(answer.data?.variants.sale_price).toEqual([99, 99]);
    expect(answer.data?.variants.original_price).toEqual([112, 126]);
    expect(dependencies.changesAt).toBe(now + 60_000);
    const card = (await visitor.data(searchKey, { query: { q: 'meridian' } })).product_list[0];
    expect([card?.sale_price, card?.original_price]).toEqual([99, 112]);
    await shop.db.write.deleteFrom('promotions').execute();
  });

  it('answers a product for quick add, and its further content [API-069, API-020]', async () => {
    const { id } = await productOf('galley-napkins');
    const wire = await visitor.data('GET /api/v1/cart/product/:id', { params: { id } });
    expect(wire).toMatchObject({
      seoUrl: 'galley-napkins',
      salePrice: 46,
      isPreSale: false,
      isVirtual: false,
    });
    expect(wire.variants[0]?.optionValueIds).toEqual([wire.options[0]?.values[0]?.id]);
    expect(wire.variants).toHaveLength(4);
    const planter = await productOf('saltmarsh-planter');
    const others = await visitor.data('GET /api/v1/test/products/others/:id', { params: { id: planter.id } });
    expect(others.tabs[0]).toMatchObject({ title: 'Care' });
    expect(others.size_guide).toContain('<table>');
    expect(planter.has_others).toBe(true);
  });

  it('recommends neighbours of its collections by sales, then what sells best, never sold out or itself, beside the product too [API-012, RECO-27]', async () => {
    const own = await createTestShop();
    const rows = [
      'lamp,Light,9',
      'torch,Light,9',
      'lantern,Light,9',
      'candle,Light,0',
      'mug,Table,9',
      'bowl,Table,9',
    ];
    await importForSale(
      own,
      [
        'Handle,Title,Tags,Variant Price,Variant Inventory Tracker,Variant Inventory Qty',
        ...rows.map((row) => row.replace(/^(\w+),(\w+),/, '$1,$1,$2,10.00,shopify,')),
      ].join('\n'),
    );
    const sold = { lamp: 99, torch: 1, lantern: 5, candle: 70, mug: 3, bowl: 50 };
    for (const [handle, sold_count] of Object.entries(sold)) {
      await own.db.write.updateTable('products').set({ sold_count }).where('handle', '=', handle).execute();
    }
    const [lamp] = await own.db.read
      .selectFrom('products')
      .select('id')
      .where('handle', '=', 'lamp')
      .execute();
    const recommended = async (page_size: number) => {
      const query = { product_id: lamp!.id, page_size };
      const { product_list } = await own.visitor().data('GET /api/v1/recommed/products', { query });
      return product_list.map((card) => card.seo_url);
    };
    expect(await recommended(1)).toEqual(['lantern']);
    expect(await recommended(3)).toEqual(['lantern', 'torch', 'bowl']);
    expect(await recommended(10)).toEqual(['lantern', 'torch', 'bowl', 'mug']);
    const query = { handle: 'lamp' };
    const { related } = await own.visitor().data('GET /api/v1/storefront/product', { query });
    expect(related.map((card) => card.seo_url)).toEqual(await recommended(8));
  });

  it('takes 24 products of a collection for the bag unless it is told otherwise [RECO-26]', async () => {
    const own = await shopOf45();
    const { collection } = await own.visitor.data(collectionKey, { query: { handle: 'all' } });
    const taken = async (more: object) => {
      const query = { collectionId: collection.id, ...more };
      const answer = await own.visitor.data('GET /api/v1/recommed/collection/products', { query });
      return [answer.seo_url, answer.product_list.length];
    };
    expect(await taken({})).toEqual(['all', 24]);
    expect(await taken({ pageSize: 3 })).toEqual(['all', 3]);
  });

  it('shows beside a product its own kind first, not what sells best everywhere [API-012]', async () => {
    const beside = async (handle: string) => {
      const { related } = await visitor.data('GET /api/v1/storefront/product', { query: { handle } });
      return related.map(({ seo_url }) => seo_url);
    };
    const lamps = ['bell-pendant', 'mast-candlesticks', 'pebble-lamp'];
    expect((await beside('harbour-lamp')).slice(0, 3).sort()).toEqual(lamps);
  });

  it('says of a product what its card shows [CARD-01]', async () => {
    const { id } = await productOf('tidal-mug');
    const { product_list } = await visitor.data(searchKey, { query: { q: 'tidal mug' } });
    const card = product_list.find((product) => product.id === id)!;
    expect(card).toMatchObject({
      seo_url: 'tidal-mug',
      title: 'Tidal mug',
      sale_price: 28,
      compare_at_price: null,
      original_price: 28,
      original: { width: 1600, height: 2000 },
      sale_status: 1,
      comment_num: 6,
      isNew: false,
      noOptions: false,
    });
    expect(card.comment_avg_star).toBeGreaterThan(4);
    expect(card.options_image.map(({ value }) => value)).toEqual(['Sage', 'Rust', 'Oat', 'Ink']);
    expect(card.options_image.every(({ picture, styleValue }) => picture && styleValue)).toBe(true);
    expect(card.options_image.map(({ sku_id }) => sku_id)).toContain(card.sku_id);
  });

  it('names what sells best of all that can be bought', async () => {
    const products = await shop.db.read
      .selectFrom('products')
      .select(['id', 'sold_count', 'in_stock'])
      .execute();
    const sold = (title: string, sold_count: number, in_stock: 0 | 1) =>
      shop.db.transaction((trx) =>
        trx.updateTable('products').set({ sold_count, in_stock }).where('title', '=', title).execute(),
      );
    try {
      await sold('Harbour lamp', 900, 1);
      await sold('Tidal mug', 800, 0);
      await sold('Shore bowl', 700, 1);
      const query = { size: 2 };
      const { product_list } = await visitor.data('GET /api/v1/storefront/bestsellers', { query });
      expect(product_list.map(({ title }) => title)).toEqual(['Harbour lamp', 'Shore bowl']);
    } finally {
      for (const { id, ...before } of products)
        await shop.db.write.updateTable('products').set(before).where('id', '=', id).execute();
    }
  });

  it('answers collections by id in the order asked, and one with its first products [API-110, API-111]', async () => {
    const { list } = await visitor.data('GET /api/v1/storefront/collections', {});
    expect(list.slice(0, 3).map(({ title }) => title)).toEqual(['Table', 'Light', 'Wood']);
    const [table, light] = list;
    const some = await visitor.data('GET /api/v1/test/getCollections', {
      query: { collectionIds: `${light!.id},777,${table!.id}` },
    });
    expect(some.map(({ id, title, seo_url }) => [id, title, seo_url])).toEqual([
      [light!.id, 'Light', 'light'],
      [table!.id, 'Table', 'table'],
    ]);
    expect(some[0]?.image).toMatch(/^\/media\/[0-9a-f]{20}\/800\.jpeg$/);
    expect(some.map(({ picture }) => picture)).toEqual([light!.picture, table!.picture]);
    const featured = await visitor.data('GET /api/v1/test/getFeaturedCollection', {
      query: { collectionId: table!.id, size: 3 },
    });
    const { product_list: first, ...named } = featured;
    expect(named).toEqual({ id: table!.id, title: 'Table', seo_url: 'table' });
    const page = await visitor.data(collectionKey, { query: { handle: 'table', sort_type: 0 } });
    expect(first.map(({ id }) => id)).toEqual(page.product_list.slice(0, 3).map(({ id }) => id));
  });

  it('serves the journal: titles, one in short, one whole, the list [NAV-26, API-015, API-016]', async () => {
    const titles = await visitor.data('GET /api/v1/blogs/titles/:id', { params: { id: 1 } });
    expect(titles.map(({ seo_url, title }) => [seo_url, title])).toEqual([
      ['a-room-with-three-lamps', 'A room with three lamps'],
      ['looking-after-linen', 'Looking after linen'],
      ['how-a-mug-is-made', 'How a mug is made'],
    ]);
    expect(await visitor.data('GET /api/v1/blogs/titles/:id', { params: { id: 2 } })).toEqual([]);
    const short = await visitor.data('GET /api/v1/blogs/simple', { query: { id: titles[0]!.id } });
    expect(short).toMatchObject({
      seo_url: 'a-room-with-three-lamps',
      published_at: Date.UTC(2026, 8, 10, 8),
    });
    expect(short.summary).not.toBe('');
    expect((await visitor.call('GET /api/v1/blogs/simple', { query: { id: 999 } })).code).toBe(
      codes.notFound,
    );
    const whole = await visitor.data('GET /api/v1/storefront/article', {
      query: { handle: 'how-a-mug-is-made' },
    });
    expect(whole.body_html).toContain('<h2>Two fires</h2>');
    // The products that the article mentions, in its order.
    const goods = ['tidal-mug', 'cove-cup-and-saucer', 'estuary-pitcher', 'pantry-jar'];
    expect(whole.product_list.map(({ seo_url }) => seo_url)).toEqual(goods);
    expect((await visitor.data('GET /api/v1/storefront/articles', {})).total).toBe(3);
  });

  it('serves pages, redirects and the sitemap', async () => {
    const page = await visitor.data('GET /api/v1/storefront/page', { query: { handle: 'returns' } });
    expect(page).toMatchObject({ title: 'Returns', is_indexed: true });
    expect(await visitor.data('GET /api/v1/storefront/redirect', { query: { path: '/mugs' } })).toEqual({
      to: '/products/tidal-mug',
      status: 301,
    });
    expect((await visitor.call('GET /api/v1/storefront/redirect', { query: { path: '/x' } })).code).toBe(
      codes.notFound,
    );
    const { files } = await visitor.data('GET /api/v1/storefront/sitemap', {});
    expect(files.map(({ kind }) => kind)).toEqual(['products', 'collections', 'articles', 'pages']);
    const { entries } = await visitor.data('GET /api/v1/storefront/sitemap', { query: { kind: 'products' } });
    expect(entries).toHaveLength(26);
    expect(entries[0]).toMatchObject({ path: '/products/tidal-mug', picture: { width: 1600 } });
  });
});
