/** Filters, search and suggestions through the contract: their results, and that they follow every write at once. */
import { beforeAll, describe, expect, it } from 'vitest';
import * as codes from '#lib/contract/codes.ts';
import { createApp } from '#server/api/app.ts';
import { purge } from '#server/cache/purges-store.ts';
import { tags } from '#server/cache/tags.ts';
import { findVariants, setPrice, setStock } from '#server/catalog/edit-store.ts';
import { type ArticleDraft, saveArticle, savePage } from '#server/content/pages-store.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { ensureShop } from '#server/shop/ensure-shop.ts';
import { closeAtEnd } from '../harness/clean-up.ts';
import { makeWorld } from '../harness/services.ts';
import { Visitor } from '../harness/visitor.ts';
import { createTestShop, type TestShop } from '../harness.ts';
import { importForSale } from './files.ts';

const collectionKey = 'GET /api/v1/storefront/collection';
const searchKey = 'GET /api/v1/storefront/search';
const selector = 'POST /api/v1/productFilterSelector';

const head =
  'Handle,Title,Body (HTML),Vendor,Type,Tags,Option1 Name,Option1 Value,Variant Price,Variant Inventory Qty';
const rows = [
  'mug,Tidal mug,For tea,Quay,Mug,"All, Gift",Glaze,Oat,28.00,4',
  'mug,,,,,,,Ink,28.00,4',
  'bowl,Shore bowl,For soup,Quay,Bowl,All,Glaze,Oat,32.00,4',
  'lamp,Harbour lamp,Of stoneware,Tern,Lamp,"All, Gift",,,168.00,1',
  'vase,Kelp vase,Of glass,Tern,Vase,All,,,52.00,0',
];

async function smallShop() {
  const shop = await createTestShop();
  await importForSale(shop, [head, ...rows].join('\n'));
  return { shop, visitor: shop.visitor() };
}

const handles = (list: { seo_url: string }[] = []) => list.map(({ seo_url }) => seo_url);

describe('a filtered collection', () => {
  let visitor: Visitor;
  let shop: TestShop;
  beforeAll(async () => {
    ({ shop, visitor } = await smallShop());
  });
  const list = (filter = '', more: object = {}) =>
    visitor.data(collectionKey, { query: { handle: 'all', filter, ...more } });

  it('says what can be chosen, with how many products each choice gives [COLL-10]', async () => {
    const { filters, total } = await list();
    expect(total).toBe(4);
    expect([filters.price_min, filters.price_max, filters.in_stock]).toEqual([28, 168, 3]);
    expect(filters.choices).toEqual([
      {
        kind: 'option',
        name: 'Glaze',
        values: [
          { value: 'Oat', count: 2, selected: false },
          { value: 'Ink', count: 1, selected: false },
        ],
      },
      {
        kind: 'product_type',
        name: '',
        values: ['Bowl', 'Lamp', 'Mug', 'Vase'].map((value) => ({ value, count: 1, selected: false })),
      },
      {
        kind: 'vendor',
        name: '',
        values: [
          { value: 'Quay', count: 2, selected: false },
          { value: 'Tern', count: 2, selected: false },
        ],
      },
    ]);
  });

  it('lists what fits, sorted and paged as before [COLL-09, COLL-10]', async () => {
    expect(
      handles((await list('vendor=Quay&vendor=Tern&in_stock=1', { sort_type: 7 })).product_list),
    ).toEqual(['lamp', 'bowl', 'mug']);
    expect(handles((await list('opt.Glaze=Ink&price_max=28')).product_list)).toEqual(['mug']);
    expect((await list('price_min=28.01&price_max=52')).total).toBe(2);
    expect(await list('vendor=Quay', { page_num: 2 })).toMatchObject({ total: 2, product_list: [] });
    expect((await list('vendor=Nobody')).total).toBe(0);
  });

  it('answers the documents’ call alike [API-104, COLL-10]', async () => {
    const { collection } = await list();
    const body = { collection_id: collection.id, filters: { options: { Glaze: ['Oat'] }, tags: ['Gift'] } };
    const found = await visitor.data(selector, { body });
    expect([handles(found.product_list), found.total]).toEqual([['mug'], 1]);
    expect(found.filters.choices.find(({ kind }) => kind === 'tag')?.values).toContainEqual({
      value: 'Gift',
      count: 1,
      selected: true,
    });
    const unknown = await visitor.call(selector, { body: { collection_id: 999_999 } });
    expect(unknown.code).toBe(codes.notFound);
  });

  it('filters and sorts by what a shopper pays while one price holds, and says when that ends [COLL-10]', async () => {
    const now = shop.clock.now();
    const [lamp] = await findVariants(shop.db.read, 'lamp');
    const product = await shop.db.read
      .selectFrom('variants')
      .select('product_id')
      .where('id', '=', lamp!.id)
      .executeTakeFirstOrThrow();
    await shop.db.write
      .insertInto('promotions')
      .values({
        kind: 'oneprice',
        discount_type: 3,
        title: 'One price',
        seo_url: 'one-price',
        code: '',
        status: 1,
        starts_at: now,
        ends_at: now + 60_000,
        range_type: 2,
        range_ids: JSON.stringify([product.product_id]),
        rules: JSON.stringify({ type: 1, orderAmount: 900 }),
        priority: 0,
        usage_limit: null,
        per_customer_limit: null,
        used_count: 0,
        json_config: '{}',
        updated_at: now,
      })
      .execute();
    expect(handles((await list('price_max=9')).product_list)).toEqual(['lamp']);
    const dear = await list('', { sort_type: 7 });
    expect([handles(dear.product_list), dear.filters.price_min]).toEqual([
      ['vase', 'bowl', 'mug', 'lamp'],
      9,
    ]);
    shop.clock.advance(60_000);
    expect(handles((await list('', { sort_type: 7 })).product_list)[0]).toBe('lamp');
    expect((await list('price_max=9')).total).toBe(0);
  });
});

const articleDraft: ArticleDraft = {
  handle: '',
  title: '',
  summary: '',
  body_html: '',
  media_id: null,
  author: '',
  published_at: 1,
  seo_title: '',
  seo_description: '',
};

describe('search', () => {
  let visitor: Visitor;
  let shop: TestShop;
  beforeAll(async () => {
    shop = await createTestShop();
    await ensureShop(shop.services);
    visitor = shop.visitor();
  });
  const search = (q: string, filter = '') => visitor.data(searchKey, { query: { q, filter } });

  it('forgives typing errors and says what it looked for [SRCH-09]', async () => {
    const found = await search('harbuor lapm');
    expect(found).toMatchObject({ q: 'harbuor lapm', corrected: 'harbour lamp', is_partial: false });
    expect(found.product_list[0]?.seo_url).toBe('harbour-lamp');
    expect((await search('Harbour lamp')).corrected).toBeNull();
  });

  it('narrows by filters, and shows something else where nothing or little is found [SRCH-09, COLL-10]', async () => {
    const all = await search('stoneware');
    const some = await search('stoneware', 'opt.Glaze=Ink&in_stock=1');
    expect(some.total).toBeGreaterThan(0);
    expect(some.total).toBeLessThan(all.total);
    expect(all.instead).toEqual([]);
    const lost = await search('xyzzyx');
    expect([lost.total, lost.instead.length]).toEqual([0, 4]);
    const later = await visitor.data(searchKey, { query: { q: 'xyzzyx', page_num: 2 } });
    expect(later.instead).toHaveLength(4);
    // Matching pages count as a result, so no other products are suggested.
    expect((await search('shipping')).instead).toEqual([]);
    // Chosen filters apply even if the query has no searchable word.
    expect((await search('!!!', 'opt.Glaze=Oat')).filters.options).toEqual({ Glaze: ['Oat'] });
    expect((await search('stoneware', 'opt.Glaze=Nothing')).instead).toEqual([]);
    // A search with few results also gets suggestions, none of them a product already listed.
    const [first] = lost.instead;
    const few = await search(first!.title);
    const listed = handles([...few.product_list, ...(few.mentions ?? [])]);
    expect(listed).toContain(first!.seo_url);
    expect(listed.length).toBeLessThan(4);
    expect(few.instead).toHaveLength(4);
    expect(handles(few.instead).filter((handle) => listed.includes(handle))).toEqual([]);
    // Products that only mention the word do not count: there are fewer than four results, so suggestions follow.
    const lamps = await search('lamp');
    expect([lamps.total, lamps.mentions?.length, lamps.instead.length]).toEqual([3, 2, 4]);
    expect(handles(lamps.instead)).not.toContain(lamps.mentions?.[0]?.seo_url);
    // Four results are enough, and results narrowed by the shopper's own filters get no suggestions.
    const vases = await search('vases');
    expect([vases.total, vases.instead]).toEqual([4, []]);
    const narrowed = await search('lamp', 'opt.Colour=Ink');
    expect([narrowed.total > 0 && narrowed.total < 4, narrowed.instead]).toEqual([true, []]);
  });

  it('finds a product by its exact SKU, barcode or handle, sold out or not, in results and suggestions alike [R152]', async () => {
    await importForSale(
      shop,
      [
        'Handle,Title,Variant SKU,Variant Barcode,Variant Price,Variant Inventory Tracker,Variant Inventory Qty',
        'sk-5,Head five,AA-100MM,4006381333931,5.00,shopify,5',
        'sk-9,Head nine,S-M-1,,5.00,shopify,0',
        'small-mugg,Some small one,S-M-10,,5.00,shopify,5',
      ].join('\n'),
    );
    for (const [q, handle] of [
      ['aa100mm', 'sk-5'],
      ['4006381333931', 'sk-5'],
      ['S-M-1', 'sk-9'],
      ['small-mugg', 'small-mugg'],
    ] as const) {
      const found = await visitor.data(searchKey, { query: { q } });
      const suggested = await visitor.data(selector, { body: { q, page_size: 5 } });
      expect([
        q,
        found.corrected,
        handles(found.product_list)[0],
        handles(suggested.product_list)[0],
      ]).toEqual([...[q, null, handle, handle]]);
    }
  });

  it('finds articles and pages beside products, and parts what only mentions the words [SRCH-09]', async () => {
    const lamp = await search('lamp');
    expect(handles(lamp.product_list).toSorted()).toEqual(['bell-pendant', 'harbour-lamp', 'pebble-lamp']);
    expect(lamp.total).toBe(3);
    expect(handles(lamp.mentions).toSorted()).toEqual(['bollard-side-table', 'creel-stool']);
    expect(lamp.articles?.map(({ title }) => title)).toEqual(['A room with three lamps']);
    const filtered = await search('lamp', 'in_stock=1');
    expect([filtered.mentions, filtered.articles, filtered.pages]).toEqual([[], [], []]);
    // A corrected query finds articles too; a match in an article alone is enough.
    expect(handles((await search('lapm')).articles)).toEqual(['a-room-with-three-lamps']);
    expect(handles((await search('looking')).articles)).toEqual(['looking-after-linen']);
    expect((await search('shipping')).pages).toEqual([{ title: 'Shipping', seo_url: 'shipping' }]);
    expect(await search('xyzzyx')).toMatchObject({ mentions: [], articles: [], pages: [] });
  });

  it('finds an article as soon as it is written, and reads no words again until then', async () => {
    const write = (title: string) =>
      shop.db.transaction((trx) => saveArticle(trx, { ...articleDraft, title, handle: 'zephyrs' }));
    const purged = () => shop.db.transaction((trx) => purge(trx, [tags.catalog], shop.clock.now()));
    expect((await search('zephyr')).articles).toEqual([]);
    await write('Zephyrs in the house');
    await purged();
    expect(handles((await search('zephyr')).articles)).toEqual(['zephyrs']);
    // Without a purge, the search words come from a cache that lives up to a minute.
    await write('Siroccos in the house');
    expect((await search('sirocco')).articles).toEqual([]);
    shop.clock.advance(60_000);
    expect(handles((await search('sirocco')).articles)).toEqual(['zephyrs']);
  });

  it('shows no article and no page that was taken away by hand since its words were read', async () => {
    const { write } = shop.db;
    const draft = { ...articleDraft, title: 'Mistral in the house', handle: 'mistral' };
    await shop.db.transaction(async (trx) => {
      await saveArticle(trx, draft);
      const { summary, media_id, author, published_at, ...page } = draft;
      await savePage(trx, { ...page, is_indexed: 1 }, shop.clock.now());
      await purge(trx, [tags.catalog], shop.clock.now());
    });
    const before = await search('mistral');
    expect([handles(before.articles), handles(before.pages)]).toEqual([['mistral'], ['mistral']]);
    await write.updateTable('articles').set({ is_published: 0 }).where('handle', '=', 'mistral').execute();
    await write.updateTable('pages').set({ is_published: 0 }).where('handle', '=', 'mistral').execute();
    expect(await search('mistral')).toMatchObject({ articles: [], pages: [] });
  });

  it('suggests five products and the collections of a name while somebody types [SRCH-23, API-104]', async () => {
    const suggest = (q: string) => visitor.data(selector, { body: { q, page_size: 5 } });
    const ta = await suggest('ta');
    expect(ta.collections[0]).toMatchObject({ title: 'Table', seo_url: 'table' });
    expect((await suggest('sto')).product_list.length).toBe(5);
    expect((await suggest('sto')).total).toBeGreaterThan(5);
    expect(handles((await suggest('tidl mu')).product_list)).toContain('tidal-mug');
    expect(await suggest('  ')).toMatchObject({ total: 0, product_list: [], collections: [] });
  });

  it('says with suggestions where there is more like them: what at least half of them stand in, first what most do, of equals the narrower [R152]', async () => {
    const around = async (q: string, more: object = {}) =>
      (await visitor.data(selector, { body: { q, page_size: 5, ...more } })).found_in;
    const set = (handle: string, values: object) =>
      shop.db.write.updateTable('collections').set(values).where('handle', '=', handle).execute();
    await set('everything', { position: -1 });
    const [lamp, everything] = (await around('lamp')) ?? [];
    expect([lamp?.seo_url, everything?.seo_url]).toEqual(['light', 'everything']);
    expect(lamp?.picture).toMatchObject({ alt: 'Light', width: 1600 });
    // `collections` already contains it, so `found_in` omits it.
    expect(handles(await around('light'))).not.toContain('light');
    expect(await around('xyzzyx')).toEqual([]);
    for (const other of [{ collection_id: 1 }, { page_size: 4 }, { page_num: 2 }])
      expect(await around('lamp', other)).toBeUndefined();
    await set('light', { is_published: 0 });
    expect(handles(await around('lamp'))).toEqual(['everything']);
    const { product_count: lightCount } = await shop.db.read
      .selectFrom('collections')
      .select('product_count')
      .where('handle', '=', 'light')
      .executeTakeFirstOrThrow();
    // An empty collection is not suggested, even if only its count was updated.
    await set('light', { is_published: 1, product_count: 0 });
    const named = async () =>
      handles((await visitor.data(selector, { body: { q: 'light', page_size: 5 } })).collections);
    expect(await named()).not.toContain('light');
    await set('light', { product_count: lightCount });
    expect(await named()).toContain('light');
    const lamps = (await visitor.data(selector, { body: { q: 'lamp', page_size: 5 } })).product_list;
    const { id: lightId, ...light } = await shop.db.read
      .selectFrom('collections')
      .selectAll()
      .where('handle', '=', 'light')
      .executeTakeFirstOrThrow();
    const places = await shop.db.read
      .selectFrom('product_collections')
      .selectAll()
      .where('collection_id', '=', lightId)
      .where(
        'product_id',
        'in',
        lamps.map(({ id }) => id),
      )
      .execute();
    const write = async (handle: string, count: number) => {
      const { id } = await shop.db.write
        .insertInto('collections')
        .values({ ...light, handle, title: handle, product_count: count, position: 99 })
        .returning('id')
        .executeTakeFirstOrThrow();
      const rows = places.slice(0, count).map((row) => ({ ...row, collection_id: id }));
      await shop.db.write.insertInto('product_collections').values(rows).execute();
      return id;
    };
    const one = await write('one', 1);
    await write('two', 2);
    await write('three', 3);
    expect(handles(await around('lamp'))).toEqual(['three', 'light', 'everything', 'two']);
    // A collection that contains exactly half of two results qualifies.
    const [mug] = (await visitor.data(selector, { body: { q: 'oat mug', page_size: 5 } })).product_list;
    expect(handles(await around('oat mug'))).not.toContain('one');
    await shop.db.write
      .insertInto('product_collections')
      .values({ ...places[0]!, product_id: mug!.id, collection_id: one })
      .execute();
    expect(handles(await around('oat mug'))).toContain('one');
    await write('third', 3);
    expect(handles(await around('lamp'))).toEqual(['three', 'third', 'light', 'everything']);
  });

  it.each(['opt.__proto__=x&opt.constructor=y', '%', 'tag=%00%ff', 'price_min=9e99'])(
    'takes any filter without harm: %s',
    async (filter) => {
      expect((await visitor.call(searchKey, { query: { q: 'mug', filter } })).code).toBe(0);
    },
  );
});

describe('what is found', () => {
  it('is what every process of the shop wrote last', async () => {
    const { shop, visitor } = await smallShop();
    const db = await openDatabase(shop.databaseEnv);
    closeAtEnd(() => db.close());
    const other = new Visitor(createApp(makeWorld(db, shop.databaseEnv, shop.clock.now()).services));
    const seen = async (filter = '') => {
      const query = { handle: 'all', filter, sort_type: 6 as const };
      const [one, two] = [
        await visitor.data(collectionKey, { query }),
        await other.data(collectionKey, { query }),
      ];
      expect(handles(two.product_list)).toEqual(handles(one.product_list));
      return handles(one.product_list);
    };
    const found = async (q: string) => handles((await other.data(searchKey, { query: { q } })).product_list);
    const change = (sku: string, work: typeof setPrice, value: number) =>
      findVariants(shop.db.read, sku).then((variants) =>
        shop.db.transaction((trx) =>
          work(
            trx,
            variants.map(({ id }) => id),
            value,
            shop.clock.now(),
          ),
        ),
      );
    expect(await seen()).toEqual(['mug', 'bowl', 'vase', 'lamp']);

    await change('vase', setPrice, 100);
    expect(await seen()).toEqual(['vase', 'mug', 'bowl', 'lamp']);
    expect(await seen('price_max=1')).toEqual(['vase']);

    expect(await seen('in_stock=0')).toEqual(['vase']);
    await change('vase', setStock, 3);
    expect(await seen('in_stock=0')).toEqual([]);

    await importForSale(shop, [head, 'tray,Drift tray,,Tern,Tray,All,,,10.00,1', rows[2]].join('\n'));
    expect(await seen()).toEqual(['vase', 'tray', 'mug', 'bowl', 'lamp']);
    expect(await found('drift')).toEqual(['tray']);

    await importForSale(shop, `${head},Published\ntray,Dune tray,,Tern,Tray,All,,,10.00,1,TRUE`);
    expect([await found('drift'), await found('dune')]).toEqual([[], ['tray']]);
    await importForSale(shop, `${head},Published\ntray,Dune tray,,Tern,Tray,All,,,10.00,1,FALSE`);
    expect([await found('dune'), await seen('product_type=Tray')]).toEqual([[], []]);
  });

  it('is every product of an import, the first and the last, by a process that was ready before it', async () => {
    const { shop, visitor } = await smallShop();
    const found = async (q: string) =>
      handles((await visitor.data(searchKey, { query: { q } })).product_list).sort();
    expect(await found('drift')).toEqual([]);
    const trays = ['ash', 'birch', 'cedar'].map((wood) => `${wood},Drift ${wood},,Tern,Tray,All,,,10.00,1`);
    await importForSale(shop, [head, ...trays].join('\n'));
    expect(await found('drift')).toEqual(['ash', 'birch', 'cedar']);
  });

  it('is read anew by a process that has not looked for as long as purges are kept', async () => {
    const { shop, visitor } = await smallShop();
    const search = async (q: string) => (await visitor.data(searchKey, { query: { q } })).total;
    expect(await search('kelp')).toBe(1);
    await shop.db.write
      .updateTable('products')
      .set({ title: 'Reed vase' })
      .where('handle', '=', 'vase')
      .execute();
    await shop.db.write.deleteFrom('purges').execute();
    shop.clock.advance(3_600_000);
    expect([await search('kelp'), await search('reed')]).toEqual([0, 1]);
  });
});
