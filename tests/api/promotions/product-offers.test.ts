/** The promotions that a product page shows. */
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createTestShop, type TestShop } from '../harness.ts';
import { addProduct } from '../orders/fixture.ts';
import { addPromotion, type Ids, stopAll } from './fixture.ts';

let shop: TestShop;
let camera: Ids;
let bag: Ids;
let card: Ids;
let other: Ids;

beforeAll(async () => {
  shop = await createTestShop();
  camera = await addProduct(shop, { price: 20_000, stock: 5, title: 'Camera' });
  bag = await addProduct(shop, { price: 3000, stock: 7, title: 'Case' });
  card = await addProduct(shop, { price: 2000, stock: 0, title: 'Card' });
  other = await addProduct(shop, { price: 2500, stock: 9, title: 'Other' });
});
afterEach(() => stopAll(shop));

const offersOf = async ({ product }: Ids) =>
  (await shop.visitor().data('GET /api/v1/storefront/product', { query: { id: product } })).offers;
/** Returns the products of a set with their quantities, and the variant id if the set names one. */
const itemsOf = async (ids: Ids) =>
  (await offersOf(ids)).map(({ items }) =>
    items.map(({ product, quantity, sku_id }) => [product.title, quantity, sku_id]),
  );
const tier = { condition: 'quantity', mode: 'percent', tiers: [{ min: 2, value: 10 }] };
const pair = (rules: object) => ({
  items: [
    { product_id: camera.product, quantity: 1 },
    { product_id: bag.product, quantity: 2 },
  ],
  ...rules,
});

describe('the page of a product', () => {
  test('tells of the promotions it takes part in now, as its discount call does, and of no codes [PDP-11]', async () => {
    const [starts_at, ends_at] = [shop.clock.now() + 1000, shop.clock.now() + 2000];
    const range = { range_type: 2 as const, range_ids: [camera.product], starts_at, ends_at };
    await addPromotion(shop, 'tier', tier, { ...range, title: 'By the pair', seo_url: 'pairs', priority: 1 });
    await addPromotion(shop, 'code', { condition: 'amount', min: 0, mode: 'percent', value: 10 }, range);
    await addPromotion(shop, 'oneprice', { type: 1, orderAmount: 15_000 }, { ...range, title: 'One price' });
    expect(await offersOf(camera)).toEqual([]);
    shop.clock.advance(1000);
    const offers = await offersOf(camera);
    expect(offers).toMatchObject([
      {
        title: 'By the pair',
        seo_url: 'pairs',
        rules: [{ desc: 'Buy {0}, save {1}%', params: [2, 10] }],
        code: '',
        items: [],
      },
      { title: 'One price' },
    ]);
    const called = await shop
      .visitor()
      .data('GET /api/v2/products/:id/discount', { params: { id: camera.product } });
    expect(called.map(({ discount_id }) => discount_id)).toEqual(offers.map(({ id }) => id));
    expect(await offersOf(bag)).toEqual([]);
    shop.clock.advance(1000);
    expect(await offersOf(camera)).toEqual([]);
  });

  test('of a collection nobody is shown still tells of its promotion', async () => {
    const { id } = await shop.db.write
      .insertInto('collections')
      .values({
        handle: 'hidden',
        title: 'Hidden',
        description_html: '',
        media_id: null,
        rule_tag: '',
        position: 1,
        is_published: 0,
        product_count: 1,
        seo_title: '',
        seo_description: '',
        created_at: 1,
        updated_at: 1,
      } as never)
      .returning('id')
      .executeTakeFirstOrThrow();
    await shop.db.write
      .insertInto('product_collections')
      .values({
        collection_id: id,
        product_id: other.product,
        position: 1,
        min_price: 1,
        title_key: '',
        created_at: 1,
      } as never)
      .execute();
    await addPromotion(shop, 'tier', tier, { range_type: 3, range_ids: [id], title: 'Hidden pairs' });
    expect((await offersOf(other)).map(({ title }) => title)).toEqual(['Hidden pairs']);
    expect(await offersOf(bag)).toEqual([]);
  });

  test('shows beside it first what it is sold in a set with [API-012]', async () => {
    const beside = async () => {
      const query = { id: camera.product };
      const { related } = await shop.visitor().data('GET /api/v1/storefront/product', { query });
      return related.map(({ title }) => title);
    };
    await shop.db.write
      .updateTable('products')
      .set({ sold_count: 9 })
      .where('id', '=', bag.product)
      .execute();
    expect((await beside())[0]).toBe('Case');
    const items = [camera, other].map(({ product }) => ({ product_id: product, quantity: 1 }));
    await addPromotion(shop, 'bundle', { items, mode: 'fixed_price', value: 20_000 }, { code: 'WITH-OTHER' });
    expect((await beside())[0]).toBe('Other');
  });

  test('offers what is bought together: the main product first, what is sold out left out [PDP-12]', async () => {
    const id = await addPromotion(shop, 'tying', {
      main_product_ids: [camera.product],
      items: [{ product_id: bag.product }, { product_id: card.product }, { product_id: other.product }],
      tiers: [{ count: 2, mode: 'percent', value: 5 }],
    });
    const together = [
      ['Camera', 1, null],
      ['Case', 1, null],
      ['Other', 1, null],
    ];
    expect(await itemsOf(camera)).toEqual([together]);
    expect(await itemsOf(bag)).toEqual([together]);
    expect((await offersOf(camera))[0]).toMatchObject({ code: `TY${id}`, pick: 0 });
  });

  test('offers bundles with their pieces, its own product first, and variants where the bundle names them', async () => {
    await addPromotion(shop, 'bundle', pair({ mode: 'fixed_price', value: 20_000 }), { code: 'PAIR' });
    expect(await itemsOf(bag)).toEqual([
      [
        ['Case', 2, null],
        ['Camera', 1, null],
      ],
    ]);
    expect((await offersOf(bag))[0]!.code).toBe('PAIR');
    await stopAll(shop);
    const id = await addPromotion(shop, 'sku_bundle', {
      items: [
        { variant_id: bag.variant, quantity: 1 },
        { variant_id: other.variant, quantity: 2 },
      ],
      price: 6000,
    });
    expect(await itemsOf(other)).toEqual([
      [
        ['Case', 1, bag.variant],
        ['Other', 2, other.variant],
      ],
    ]);
    expect((await offersOf(other))[0]!.code).toBe(`SB${id}`);
  });

  test('offers any N of a pool [PDP-14]', async () => {
    const id = await addPromotion(shop, 'combination', {
      product_ids: [camera.product, bag.product, card.product],
      pick: 3,
      mode: 'fixed_price',
      value: 5000,
    });
    expect(await offersOf(bag)).toMatchObject([{ code: `CB${id}`, pick: 3 }]);
    expect(await itemsOf(bag)).toEqual([
      [
        ['Case', 1, null],
        ['Camera', 1, null],
      ],
    ]);
  });

  test('says nothing of a set that lacks something', async () => {
    await addPromotion(shop, 'bundle', {
      items: [
        { product_id: bag.product, quantity: 1 },
        { product_id: card.product, quantity: 1 },
      ],
      mode: 'percent',
      value: 10,
    });
    await addPromotion(shop, 'tying', {
      main_product_ids: [camera.product],
      items: [{ product_id: card.product }],
      tiers: [{ count: 2, mode: 'percent', value: 5 }],
    });
    expect(await offersOf(bag)).toEqual([]);
    expect(await offersOf(camera)).toEqual([]);
  });
});
