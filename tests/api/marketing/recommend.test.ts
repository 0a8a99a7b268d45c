import { beforeEach, describe, expect, it, test } from 'vitest';
import * as codes from '#lib/contract/codes.ts';
import { type RecommendSettings, recommendSettings } from '#server/marketing/settings.ts';
import { writeSetting } from '#server/settings/store.ts';
import { importForSale } from '../catalog/files.ts';
import type { Visitor } from '../harness/visitor.ts';
import { createTestShop, type TestShop } from '../harness.ts';
import { addPromotion } from '../promotions/fixture.ts';

const status = 'GET /api/v1/recommend/status/:id';
const match = 'POST /api/v1/recommend/match';
const detail = 'POST /api/v1/recommend/detail';
const cards = 'GET /api/v1/storefront/recommendation';

let shop: TestShop;
let visitor: Visitor;
/** Ids by handle. */
let products: Map<string, number>;
let collections: Map<string, number>;

const list = (id: number, more: Partial<RecommendSettings['lists'][number]> = {}) => ({
  id,
  title: `List ${id}`,
  imgSize: '3:4' as const,
  page_types: [3 as const],
  only: [],
  source: { kind: 'best_selling' as const },
  limit: 3,
  ...more,
});

const save = (settings: Partial<RecommendSettings>) =>
  shop.db.transaction((trx) =>
    writeSetting(
      trx,
      'recommend',
      recommendSettings,
      { status: true, add_to_cart_status: true, cart_status: true, lists: [], ...settings },
      shop.clock.now(),
    ),
  );

async function idsOf(table: 'products' | 'collections'): Promise<Map<string, number>> {
  const rows = await shop.db.read.selectFrom(table).select(['handle', 'id']).execute();
  return new Map(rows.map((row) => [row.handle, row.id]));
}

const handlesOf = async (id: number, current: number[] = []) => {
  const answer = await visitor.data(detail, { body: { recommend_id: id, current_product_ids: current } });
  return answer.product_info_list.map(({ seoUrl }) => seoUrl);
};

beforeEach(async () => {
  shop = await createTestShop();
  visitor = shop.visitor();
  await importForSale(
    shop,
    [
      'Handle,Title,Tags,Variant Price,Variant Inventory Qty',
      'bowl,Bowl,"Table",20.00,5',
      'cup,Cup,"Table",12.50,5',
      'lamp,Lamp,"Light",80.00,5',
      'vase,Vase,"Table",30.00,0',
      'tray,Tray,"Table",35.00,5',
    ].join('\n'),
  );
  [products, collections] = await Promise.all([idsOf('products'), idsOf('collections')]);
  await shop.db.transaction((trx) =>
    trx.updateTable('products').set({ is_published: 0 }).where('handle', '=', 'tray').executeTakeFirst(),
  );
});

describe('the switches of recommendations', () => {
  it('are off until the merchant says otherwise, then as the settings have them [API-087, RECO-15]', async () => {
    expect(await visitor.data(status, { params: { id: 1 } })).toEqual({
      status: false,
      add_to_cart_status: false,
      cart_status: false,
    });
    await save({ cart_status: false });
    expect(await visitor.data(status, { params: { id: 1 } })).toEqual({
      status: true,
      add_to_cart_status: true,
      cart_status: false,
    });
    expect((await visitor.call(status, { params: { id: 2 } })).code).toBe(codes.notFound);
  });
});

test('a list names its collection for the bag, 0 if it has none or it is not published [RECO-25]', async () => {
  const from = (collection: string) => ({ kind: 'collection' as const, collection });
  await save({ lists: [list(1, { source: from('table') }), list(2, { source: from('gone') }), list(3)] });
  const ids = [1, 2, 3].map(async (id) => (await visitor.data(cards, { query: { id } })).collection_id);
  expect(await Promise.all(ids)).toEqual([collections.get('table'), 0, 0]);
});

describe('which lists a page shows', () => {
  const matched = async (page_type: 1 | 2 | 3 | 4, values: number[] = []) =>
    (await visitor.data(match, { body: { page_type, values } })).recommend_ids;

  it('goes by its kind and what stands on it, in the order of the settings [API-088, RECO-13]', async () => {
    await save({
      lists: [
        list(7),
        list(3, { page_types: [1, 3], only: ['bowl', 'table'] }),
        list(5, { page_types: [2, 4] }),
      ],
    });
    expect(await matched(3, [collections.get('table') ?? 0])).toEqual([7, 3]);
    expect(await matched(3, [collections.get('light') ?? 0])).toEqual([7]);
    expect(await matched(1, [products.get('bowl') ?? 0])).toEqual([3]);
    expect(await matched(1, [products.get('lamp') ?? 0])).toEqual([]);
    expect(await matched(2)).toEqual([5]);
    expect((await visitor.call(match, { body: { page_type: 5 as never, values: [] } })).code).toBe(
      codes.badParameter,
    );
  });

  it('holds at most ten [API-088]', async () => {
    await save({ lists: Array.from({ length: 12 }, (_, at) => list(at + 1)) });
    expect(await matched(3)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('is none where a switch is off [RECO-16]', async () => {
    const lists = [list(1, { page_types: [1, 2, 3, 4] })];
    await save({ cart_status: false, lists });
    expect([await matched(1), await matched(2), await matched(3), await matched(4)]).toEqual([
      [1],
      [],
      [1],
      [1],
    ]);
    await save({ add_to_cart_status: false, lists });
    expect([await matched(2), await matched(4)]).toEqual([[1], []]);
    await save({ status: false, lists });
    expect([await matched(1), await matched(2), await matched(3), await matched(4)]).toEqual([
      [],
      [],
      [],
      [],
    ]);
    expect((await visitor.call(detail, { body: { recommend_id: 1 } })).code).toBe(codes.notFound);
  });
});

describe('the cards of a list', () => {
  it('are those of listings, with the price of a promotion and the badge of what is new [RECO-04, RECO-14]', async () => {
    await importForSale(
      shop,
      [
        'Handle,Title,Tags,Variant Price,Variant Inventory Qty',
        'dish,Dish,"Table, New",15.00,5',
        'plate,Plate,"Table",50.00,5',
      ].join('\n'),
    );
    products = await idsOf('products');
    await addPromotion(
      shop,
      'oneprice',
      { type: 2, rangeRules: [{ minPrice: 4000, maxPrice: 6000, orderAmount: 3900 }] },
      { range_type: 2, range_ids: [products.get('plate') ?? 0] },
    );
    await save({
      lists: [list(1, { source: { kind: 'collection', collection: 'table' }, imgSize: '4:3', limit: 2 })],
    });
    const answer = await visitor.data(cards, { query: { id: 1 } });
    expect(answer).toMatchObject({ title: 'List 1', img_size: '4:3', limit: 2 });
    const listing = await visitor.data('GET /api/v1/storefront/collection', { query: { handle: 'table' } });
    const sold = listing.product_list.filter((card) => card.in_stock);
    expect(answer.product_list).toEqual(sold);
    // More than the list shows, because the browser removes products already on its page.
    expect(sold).toHaveLength(4);
    const byHandle = new Map(sold.map((card) => [card.seo_url, card]));
    expect(byHandle.get('plate')).toMatchObject({ sale_price: 39, original_price: 50, isNew: false });
    expect(byHandle.get('dish')).toMatchObject({ sale_price: 15, original_price: 15, isNew: true });
  });

  it('are refused where there is no such list, or it is switched off [RECO-16]', async () => {
    await save({ lists: [list(1)] });
    expect((await visitor.call(cards, { query: { id: 2 } })).code).toBe(codes.notFound);
    await save({ status: false, lists: [list(1)] });
    expect((await visitor.call(cards, { query: { id: 1 } })).code).toBe(codes.notFound);
    expect((await visitor.call(cards, { query: { id: 'x' } })).code).toBe(codes.badParameter);
  });
});

describe('a list', () => {
  it('holds published products in stock, best selling first, without those shown [API-089, RECO-14]', async () => {
    await shop.db.transaction((trx) =>
      trx.updateTable('products').set({ sold_count: 9 }).where('handle', '=', 'lamp').executeTakeFirst(),
    );
    await save({ lists: [list(1)] });
    expect(await handlesOf(1)).toEqual(['lamp', 'bowl', 'cup']);
    expect(await handlesOf(1, [products.get('lamp') ?? 0, products.get('cup') ?? 0])).toEqual(['bowl']);
    expect(await handlesOf(1, [...products.values()])).toEqual([]);
  });

  it('follows its collection or its products, up to its limit', async () => {
    await save({
      lists: [
        list(1, { source: { kind: 'collection', collection: 'table' } }),
        list(2, {
          source: { kind: 'products', products: ['cup', 'vase', 'tray', 'nothing', 'lamp', 'bowl'] },
        }),
        list(3, { source: { kind: 'products', products: ['cup', 'lamp', 'bowl'] }, limit: 2 }),
      ],
    });
    expect((await handlesOf(1)).toSorted()).toEqual(['bowl', 'cup']);
    expect(await handlesOf(2)).toEqual(['cup', 'lamp', 'bowl']);
    expect(await handlesOf(3)).toEqual(['cup', 'lamp']);
  });

  it('says its heading, its picture format and what a card shows [API-089, RECO-02, RECO-04]', async () => {
    await save({
      lists: [
        list(4, { title: 'For the table', imgSize: '1:1', source: { kind: 'products', products: ['cup'] } }),
      ],
    });
    expect(await visitor.data(detail, { body: { recommend_id: 4 } })).toMatchObject({
      recommend_id: 4,
      style_json_config: { title: 'For the table', imgSize: '1:1' },
      product_info_list: [
        {
          id: products.get('cup'),
          title: 'Cup',
          seoUrl: 'cup',
          thumbnail: '',
          original: '',
          salePrice: 12.5,
          compareAtPrice: null,
          isPreSale: false,
        },
      ],
    });
    expect((await visitor.call(detail, { body: { recommend_id: 5 } })).code).toBe(codes.notFound);
  });

  it('says of each product what there is to choose and what can be bought [RECO-05, RECO-06, RECO-24]', async () => {
    await importForSale(
      shop,
      [
        'Handle,Title,Option1 Name,Option1 Value,Option1 style (product.metafields.atoll.option1_style),Option1 swatch (product.metafields.atoll.option1_swatch),Variant Price,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy',
        'jug,Jug,Glaze,Sage,colour,#8ba297,40.00,shopify,5,deny',
        'jug,,,Oat,,#e6dccb,45.00,shopify,0,continue',
      ].join('\n'),
    );
    await save({ lists: [list(6, { source: { kind: 'products', products: ['jug'] } })] });
    const answer = await visitor.data(detail, { body: { recommend_id: 6 } });
    const [jug] = answer.product_info_list;
    const [option] = jug!.options;
    expect(option).toMatchObject({
      name: 'Glaze',
      style: 3,
      values: [
        { value: 'Sage', img: '', styleValue: '#8ba297' },
        { value: 'Oat', img: '', styleValue: '#e6dccb' },
      ],
    });
    const valueIds = option!.values.map(({ id }) => id);
    expect(new Set(valueIds).size).toBe(2);
    expect(jug!.customizeOptions).toEqual([]);
    expect(jug!.variants).toMatchObject([
      {
        optionValueIds: [valueIds[0]],
        optionValueNames: ['Sage'],
        salePrice: 40,
        originalPrice: 40,
        availableStockQuantity: 5,
        inventoryPolicy: 'deny',
        imgUrl: '',
        sale_status: 1,
      },
      {
        optionValueIds: [valueIds[1]],
        optionValueNames: ['Oat'],
        salePrice: 45,
        inventoryPolicy: 'continue',
        sale_status: 1,
      },
    ]);
    expect(jug!.variants.every(({ id }) => id > 0)).toBe(true);
  });
});
