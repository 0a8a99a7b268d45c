/** Promotions by id and by product. */
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

const addTying = (more = {}) =>
  addPromotion(
    shop,
    'tying',
    {
      main_product_ids: [camera.product],
      items: [{ product_id: bag.product }, { product_id: card.product }],
      tiers: [
        { count: 3, mode: 'percent', value: 10 },
        { count: 2, mode: 'amount_off', value: 550 },
      ],
    },
    more,
  );
const tier = { condition: 'quantity', mode: 'percent', tiers: [{ min: 2, value: 10 }] };

describe('an offer of products bought together', () => {
  test('is read with its products and tiers, money as money [API-009, DISC-19]', async () => {
    const id = await addTying();
    expect(await shop.visitor().data('GET /api/v1/promotion/tying/:id', { params: { id } })).toEqual({
      id,
      main_product_ids: [camera.product],
      items: [{ product_id: bag.product }, { product_id: card.product }],
      tiers: [
        { count: 3, mode: 'percent', value: 10 },
        { count: 2, mode: 'amount_off', value: 5.5 },
      ],
      seo_url: 'tying',
      status: 1,
    });
  });

  test('its products come with variants, prices, stock and what they save, for the page and the bag [API-010, API-075]', async () => {
    const id = await addTying();
    const params = { id, pid: bag.product };
    const product = await shop.visitor().data('GET /api/v1/promotion/tying/:id/product/:pid', { params });
    expect(product).toMatchObject({
      id: bag.product,
      title: 'Case',
      variants: [{ id: bag.variant, salePrice: 30, availableStockQuantity: 7, sale_status: 1 }],
      discount: { id, desc: 'Save {0}', params: ['$5.50'], mode: 'amount_off', value: 5.5 },
    });
    expect(await shop.visitor().data('GET /api/v1/cart/tying/:id/product/:pid', { params })).toEqual(product);
    const sold = await shop.visitor().data('GET /api/v1/promotion/tying/:id/product/:pid', {
      params: { id, pid: card.product },
    });
    expect(sold.variants[0]!.sale_status).toBe(0);
  });

  test('a product that is not in it, another kind, or one that is over is not found', async () => {
    const id = await addTying();
    const over = await addTying({ ends_at: shop.clock.now() });
    const draft = await addTying({ status: 0 });
    const other_ = await addPromotion(shop, 'tier', tier);
    const code = async (wanted: number, pid = bag.product) =>
      (
        await shop
          .visitor()
          .call('GET /api/v1/promotion/tying/:id/product/:pid', { params: { id: wanted, pid } })
      ).code;
    expect(await code(id, other.product)).toBe(10404);
    for (const wrong of [over, draft, other_, 999_999]) {
      expect(await code(wrong)).toBe(10404);
      const answer = await shop.visitor().call('GET /api/v1/promotion/tying/:id', { params: { id: wrong } });
      expect(answer.code).toBe(10404);
    }
  });
});

describe('several variants of one product', () => {
  test('the tiers come with the variants in range, at their present price and stock [API-011, DISC-20]', async () => {
    await addPromotion(
      shop,
      'oneprice',
      { type: 1, orderAmount: 2700 },
      { range_type: 2, range_ids: [bag.product] },
    );
    const tiers = [{ min: 2, mode: 'amount_off', value: 150 }];
    const id = await addPromotion(
      shop,
      'multi_spec',
      { count_by: 'piece', tiers },
      { range_type: 2, range_ids: [bag.product, card.product] },
    );
    const answer = await shop.visitor().data('GET /api/v1/promotion/multi_spec/:id', { params: { id } });
    expect(answer).toEqual({
      id,
      count_by: 'piece',
      tiers: [{ min: 2, mode: 'amount_off', value: 1.5 }],
      variants: [
        {
          product_id: bag.product,
          variant_id: bag.variant,
          variant_option_values: ['Sand'],
          sale_price: 27,
          sale_inventory_quantity: 7,
          sale_status: 1,
        },
        expect.objectContaining({ variant_id: card.variant, sale_price: 20, sale_status: 0 }),
      ],
    });
    const one = await shop.visitor().data('GET /api/v1/promotion/multi_spec/:id', {
      params: { id },
      query: { product_id: card.product },
    });
    expect(one.variants.map((variant) => variant.variant_id)).toEqual([card.variant]);
  });
});

describe('a combination', () => {
  const add = (more = {}) =>
    addPromotion(
      shop,
      'combination',
      { product_ids: [bag.product, card.product, other.product], pick: 3, mode: 'fixed_price', value: 5000 },
      more,
    );
  const ask = (id: number, body: { combination_id?: number; variant_ids?: number[] } = {}) =>
    shop.visitor().call('POST /api/v1/combination/product/:id', { params: { id }, body });

  test('comes with its pool, and prices what was picked [API-014, DISC-21]', async () => {
    const id = await add();
    const { data } = await ask(bag.product, { variant_ids: [bag.variant, other.variant, card.variant] });
    expect(data).toMatchObject({
      combination_id: id,
      pick: 3,
      origin_amount: 75,
      discount_amount: 25,
      pay_amount: 50,
    });
    expect(data!.products.map((product) => product.id)).toEqual([bag.product, card.product, other.product]);
    const two = await ask(bag.product, { variant_ids: [bag.variant, other.variant] });
    expect(two.data).toMatchObject({ origin_amount: 55, discount_amount: 0, pay_amount: 55 });
  });

  test('the preferred one of the product, or the one that is named', async () => {
    const first = await add();
    const preferred = await add({ priority: 3 });
    expect((await ask(bag.product)).data!.combination_id).toBe(preferred);
    expect((await ask(bag.product, { combination_id: first })).data!.combination_id).toBe(first);
  });

  test('refuses what is not in it', async () => {
    const id = await add();
    expect((await ask(camera.product)).code).toBe(10404);
    expect((await ask(bag.product, { combination_id: id + 100 })).code).toBe(10404);
    expect((await ask(bag.product, { variant_ids: [camera.variant] })).code).toBe(10001);
    expect((await ask(bag.product, { variant_ids: [999_999] })).code).toBe(10001);
  });
});

test('a full gift comes with its gifts and their stock [API-077, GIFT-08]', async () => {
  const gift = ({ product, variant }: Ids, auto_car: number) => ({
    product_id: product,
    variant_id: variant,
    auto_car,
  });
  const id = await addPromotion(shop, 'fullgift', {
    condition: 'amount',
    steps: [{ position: 1, min: 5000, gifts: [gift(bag, 1), gift(card, 0)] }],
  });
  const answer = await shop.visitor().data('GET /api/v1/promotion/fullgift/:id', { params: { id } });
  expect(answer).toMatchObject({ id, condition: 'amount', steps: [{ position: 1, min: 50 }] });
  expect(
    answer.steps[0]!.gifts.map((entry) => [
      entry.title,
      entry.auto_car,
      entry.original_price,
      entry.sale_inventory_quantity,
      entry.sale_status,
      entry.is_product_published,
    ]),
  ).toEqual([
    ['Case', 1, 30, 7, 1, true],
    ['Card', 0, 20, 0, 0, true],
  ]);
});

describe('whether a promotion holds', () => {
  const check = (id: number) => shop.visitor().data('GET /api/v1/promotion/check/:id', { params: { id } });

  test('from its start until just before its end; otherwise null [API-076, DISC-25]', async () => {
    const now = shop.clock.now();
    const id = await addPromotion(shop, 'tier', tier, { starts_at: now + 1000, ends_at: now + 2000 });
    expect(await check(id)).toBeNull();
    shop.clock.advance(1000);
    expect(await check(id)).toEqual({
      id,
      status: 1,
      seo_url: 'tier',
      starts_at: now + 1000,
      ends_at: now + 2000,
      current_time: now + 1000,
    });
    shop.clock.advance(1000);
    expect(await check(id)).toBeNull();
    expect(await check(999_999)).toBeNull();
  });

  test('a code that can be used is named with its end; one that cannot is null [API-115]', async () => {
    const ends_at = shop.clock.now() + 5000;
    const rules = { mode: 'percent', value: 10 };
    const id = await addPromotion(shop, 'code', rules, { code: 'TEN', ends_at });
    await addPromotion(shop, 'code', rules, { code: 'GONE', usage_limit: 1, used_count: 1 });
    await addPromotion(shop, 'code', rules, { code: 'OFF', status: 2 });
    const code = (wanted: string) =>
      shop.visitor().data('GET /api/v1/promotion/code/check', { query: { code: wanted } });
    expect(await code(' ten ')).toEqual({ code: 'TEN', discount_id: id, ends_at });
    expect([await code('GONE'), await code('OFF'), await code('NOPE')]).toEqual([null, null, null]);
  });
});

describe('the promotions of a product', () => {
  const of = (product: number) =>
    shop.visitor().data('GET /api/v2/products/:id/discount', { params: { id: product } });

  test('are those it is in the range of or named by, with their ids, preferred ones first; codes stay secret [API-008]', async () => {
    const tying = await addTying();
    const all = await addPromotion(shop, 'tier', tier, { priority: 2, title: 'Two and more' });
    await addPromotion(shop, 'tier', tier, { range_type: 2, range_ids: [other.product] });
    await addPromotion(shop, 'code', { mode: 'percent', value: 5 }, { code: 'SECRET' });
    const sku = await addPromotion(shop, 'sku_bundle', {
      items: [
        { variant_id: bag.variant, quantity: 1 },
        { variant_id: other.variant, quantity: 1 },
      ],
      price: 100,
    });
    const ends_at = shop.clock.now() + 9000;
    const one = await addPromotion(
      shop,
      'oneprice',
      { type: 2, rangeRules: [{ minPrice: 2500, maxPrice: 3000, orderAmount: 1999 }] },
      { range_type: 2, range_ids: [bag.product], ends_at },
    );
    const found = await of(bag.product);
    expect(found.map((entry) => [entry.discount_type, entry.discount_id, entry.discount_code])).toEqual([
      [1, all, ''],
      [4, tying, `TY${tying}`],
      [10, sku, `SB${sku}`],
      [3, one, ''],
    ]);
    expect(found[0]).toMatchObject({
      status: 1,
      seo_url: 'tier',
      desc: '{0}',
      params: ['Two and more'],
      ends_at: null,
    });
    expect(found[3]).toMatchObject({
      ends_at,
      orderOnePriceConfig: {
        type: 2,
        orderAmount: 0,
        rangeRules: [{ minPrice: 25, maxPrice: 30, orderAmount: 19.99 }],
      },
    });
    expect((await of(camera.product)).map((entry) => entry.discount_type)).toEqual([1, 4]);
  });

  test('end with their promotion, and an unknown product is not found', async () => {
    await addPromotion(shop, 'tier', tier, { ends_at: shop.clock.now() + 1 });
    expect(await of(bag.product)).toHaveLength(1);
    shop.clock.advance(1);
    expect(await of(bag.product)).toEqual([]);
    const unknown = await shop
      .visitor()
      .call('GET /api/v2/products/:id/discount', { params: { id: 999_999 } });
    expect(unknown.code).toBe(10404);
  });
});

describe('the page of a promotion', () => {
  const page = (seo_url: string, page_num = 1) =>
    shop.visitor().call('GET /api/v1/storefront/promotion', { query: { seo_url, page_num } });

  test('has its rules in words and its products, priced as they are now', async () => {
    const ends_at = shop.clock.now() + 1000;
    await addPromotion(
      shop,
      'tier',
      { condition: 'amount', mode: 'amount_off', tiers: [{ min: 5000, value: 500 }] },
      {
        seo_url: 'five-off',
        title: 'Five off',
        range_type: 2,
        range_ids: [bag.product, other.product],
        ends_at,
      },
    );
    const { data } = await page('five-off');
    expect(data).toMatchObject({
      kind: 'tier',
      title: 'Five off',
      is_active: true,
      ends_at,
      rules: [{ desc: 'Spend {0}, save {1}', params: ['$50.00', '$5.00'] }],
      total: 2,
    });
    expect(data!.product_list.map((card_) => [card_.id, card_.sale_price])).toEqual([
      [bag.product, 30],
      [other.product, 25],
    ]);
    expect((await page('five-off', 2)).data!.product_list).toEqual([]);
    shop.clock.advance(1000);
    expect((await page('five-off')).data).toMatchObject({ is_active: false, total: 2 });
  });

  test('of one price for one product names its new price, as the product’s page does', async () => {
    const rules = { type: 1, orderAmount: 2700 };
    const bagOnly = { range_type: 2 as const, range_ids: [bag.product] };
    await addPromotion(shop, 'oneprice', rules, { ...bagOnly, seo_url: 'bag-now' });
    expect((await page('bag-now')).data!.rules).toMatchObject([{ desc: 'Now {0}', params: ['$27.00'] }]);
    const both = { ...bagOnly, range_ids: [bag.product, other.product] };
    await addPromotion(shop, 'oneprice', rules, { ...both, seo_url: 'both-now' });
    expect((await page('both-now')).data!.rules).not.toMatchObject([{ desc: 'Now {0}' }]);
  });

  test('shows the variant that its own one price reduces, not one that another promotion reduces [R160]', async () => {
    const bowl = await addProduct(shop, { price: 3200, stock: 5, title: 'Bowl' });
    const { id, ...small } = await shop.db.write
      .selectFrom('variants')
      .selectAll()
      .where('id', '=', bowl.variant)
      .executeTakeFirstOrThrow();
    const large = await shop.db.write
      .insertInto('variants')
      .values({
        ...small,
        position: 1,
        title: 'Large',
        option_values: '["Large"]',
        sku: 'LARGE',
        price: 5500,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const reduce = (seo_url: string, [from, to]: number[]) =>
      addPromotion(
        shop,
        'oneprice',
        { type: 2, rangeRules: [{ minPrice: from, maxPrice: from, orderAmount: to }] },
        { seo_url, range_type: 2, range_ids: [bowl.product] },
      );
    await reduce('small-now', [3200, 2500]);
    await reduce('large-now', [5500, 4000]);
    const shown = async (seo_url: string) =>
      (await page(seo_url)).data!.product_list.map(({ variant, sale_price }) => [variant, sale_price]);
    expect(await shown('small-now')).toEqual([[id, 25]]);
    expect(await shown('large-now')).toEqual([[large.id, 40]]);
  });

  test('is found by search engines while it holds: in the sitemap, listed, and told of to a bag that is empty', async () => {
    const [starts_at, ends_at] = [shop.clock.now() + 1000, shop.clock.now() + 2000];
    const range = { range_type: 2 as const, range_ids: [bag.product], starts_at, ends_at };
    await addPromotion(shop, 'tier', tier, { ...range, seo_url: 'for a while', title: 'For a while' });
    await addPromotion(
      shop,
      'code',
      { condition: 'amount', min: 0, mode: 'percent', value: 10 },
      { ...range, seo_url: 'secret', code: 'SECRET', title: 'For friends' },
    );
    const now = async () => {
      const { data } = await page('for a while');
      const visitor = shop.visitor();
      const sitemap = await visitor.data('GET /api/v1/storefront/sitemap', { query: { kind: 'promotions' } });
      const { files } = await visitor.data('GET /api/v1/storefront/sitemap', {});
      const told = await visitor.data('GET /api/v2/cart/empty/discount');
      return {
        state: [data!.is_to_come, data!.is_active, data!.is_listed],
        sitemap: sitemap.entries.map(({ path }) => path),
        hasFile: files.some(({ kind }) => kind === 'promotions'),
        told: told.map(({ seo_url }) => seo_url),
      };
    };
    const none = { sitemap: [], hasFile: false, told: [] };
    expect(await now()).toEqual({ state: [true, false, false], ...none });
    shop.clock.advance(1000);
    expect(await now()).toEqual({
      state: [false, true, true],
      sitemap: ['/promotions', '/promotions/for%20a%20while'],
      hasFile: true,
      told: ['for a while'],
    });
    expect((await page('secret')).data).toMatchObject({ is_active: true, is_listed: false });
    shop.clock.advance(1000);
    expect(await now()).toEqual({ state: [false, false, false], ...none });
  });

  test('of a group shows the products its rules name; drafts and unknown addresses are not found', async () => {
    await addTying({ seo_url: 'with-the-camera' });
    await addPromotion(
      shop,
      'sku_bundle',
      {
        items: [
          { variant_id: bag.variant, quantity: 1 },
          { variant_id: other.variant, quantity: 2 },
        ],
        price: 100,
      },
      { seo_url: 'a-pair' },
    );
    const products = async (seo_url: string) => (await page(seo_url)).data!.product_list.map(({ id }) => id);
    expect(await products('with-the-camera')).toEqual([camera.product, bag.product, card.product]);
    expect(await products('a-pair')).toEqual([bag.product, other.product]);
    await addTying({ seo_url: 'a-draft', status: 0 });
    expect([(await page('a-draft')).code, (await page('nothing')).code]).toEqual([10404, 10404]);
  });
});
