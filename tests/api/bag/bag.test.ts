import { beforeAll, describe, expect, test } from 'vitest';
import { createTestShop, type TestShop } from '../harness.ts';
import { addProduct } from '../orders/fixture.ts';

let shop: TestShop;
const ids: Record<'mug' | 'bowl' | 'lamp' | 'preorder', { product: number; variant: number }> = {} as never;

beforeAll(async () => {
  shop = await createTestShop();
  ids.mug = await addProduct(shop, { price: 2800, stock: 5, title: 'Mug' });
  ids.bowl = await addProduct(shop, { price: 3850, stock: 0, title: 'Bowl' });
  ids.lamp = await addProduct(shop, { price: 12_900, stock: 0, policy: 'continue', title: 'Lamp' });
  ids.preorder = await addProduct(shop, { price: 9900, stock: 9, isPresale: true });
});

const wanted = (name: keyof typeof ids, more = {}) => ({
  product_id: ids[name].product,
  variant_id: ids[name].variant,
  ...more,
});
const item = (name: keyof typeof ids, more = {}) => ({
  ...wanted(name),
  quantity: 1,
  random_id: name,
  ...more,
});
const price = (body: ReturnType<typeof wanted>[]) =>
  shop.visitor().data('POST /api/v1/cart/variant/price', { body });
const discount = (variant_items: ReturnType<typeof item>[], group = {}) =>
  shop.visitor().data('POST /api/v2/cart/discount', { body: { checkouts: [{ variant_items, ...group }] } });

async function addPromotion(values: {
  kind: string;
  discount_type: number;
  rules: object;
  code?: string;
  range_type?: 1 | 2 | 3;
  range_ids?: number[];
  title?: string;
  starts_at?: number;
  ends_at?: number | null;
}) {
  const now = shop.clock.now();
  const row = await shop.db.write
    .insertInto('promotions')
    .values({
      kind: values.kind,
      discount_type: values.discount_type,
      title: values.title ?? 'Promotion',
      seo_url: 'promotion',
      code: values.code ?? '',
      status: 1,
      starts_at: values.starts_at ?? now,
      ends_at: values.ends_at ?? null,
      range_type: values.range_type ?? 1,
      range_ids: JSON.stringify(values.range_ids ?? []),
      rules: JSON.stringify(values.rules),
      priority: 0,
      usage_limit: null,
      per_customer_limit: null,
      used_count: 0,
      json_config: '{}',
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return {
    id: row.id,
    stop: () => shop.db.write.updateTable('promotions').set({ status: 2 }).where('id', '=', row.id).execute(),
  };
}

describe('prices and stock', () => {
  test('prices variants with their customisation from the database [API-070, PRICE-15]', async () => {
    expect(
      await price([
        wanted('mug'),
        wanted('lamp', { tailor_req_list: [{ name: 'text', type: 1, value: 'x' }] }),
      ]),
    ).toEqual([
      { sku_id: ids.mug.variant, sale_price: 28, original_price: 28, tailor_status: 1, tailor_req_list: [] },
      {
        sku_id: ids.lamp.variant,
        sale_price: 129,
        original_price: 129,
        tailor_status: 0,
        tailor_req_list: [{ name: 'text', type: 1, value: 'x' }],
      },
    ]);
    expect(await price([{ product_id: 999_999, variant_id: 999_999 }])).toEqual([]);
    expect(await price([])).toEqual([]);
  });

  test('says what is left, sold out, deleted or unpublished [API-071, PRICE-16]', async () => {
    const answer = await shop.visitor().data('POST /api/v1/cart/variant/inventory', {
      body: [wanted('mug'), wanted('bowl'), wanted('lamp'), { product_id: 1, variant_id: 999_999 }],
    });
    expect(
      answer.map((entry) => [
        entry.sale_inventory_quantity,
        entry.sale_status,
        entry.is_product_deleted,
        entry.is_product_published,
      ]),
    ).toEqual([
      [5, 1, false, true],
      [0, 0, false, true],
      [999_999, 1, false, true],
      [0, 0, true, false],
    ]);
  });

  test('a one-price promotion lowers the price of products in range while it lasts, and rises no price [PRICE-15]', async () => {
    const promotion = await addPromotion({
      kind: 'oneprice',
      discount_type: 3,
      rules: { type: 1, orderAmount: 1999 },
      range_type: 2,
      range_ids: [ids.mug.product],
      ends_at: shop.clock.now() + 60_000,
    });
    expect(
      (await price([wanted('mug'), wanted('lamp')])).map((entry) => [entry.sale_price, entry.original_price]),
    ).toEqual([
      [19.99, 28],
      [129, 129],
    ]);
    shop.clock.advance(60_000);
    expect((await price([wanted('mug')]))[0]!.sale_price).toBe(28);
    await promotion.stop();
  });
});

describe('the bag', () => {
  test('is priced by the server, whatever prices are sent: plain lines one group, totals exact [API-072]', async () => {
    const answer = await discount([
      item('mug', { quantity: 3, variant_price: 0.01 }),
      item('bowl'),
      item('lamp', { is_selected: 0 }),
    ]);
    expect(answer.checkout_items).toHaveLength(1);
    expect(
      answer.checkout_items[0]!.variant_items.map((line) => [
        line.random_id,
        line.status,
        line.problem,
        line.variant_price,
        line.origin_amount,
      ]),
    ).toEqual([
      ['mug', 1, '', 28, 84],
      ['bowl', 0, 'sold_out', 38.5, 38.5],
      ['lamp', 1, '', 129, 129],
    ]);
    expect([answer.total_pay_amount, answer.total_discount_amount, answer.coupon]).toEqual([84, 0, '']);
  });

  test('names what cannot be ordered from it: too many, pre-sale, gifts nobody promised', async () => {
    const answer = await discount([
      item('mug', { quantity: 6 }),
      item('preorder'),
      item('lamp', { is_gift: 1, random_id: 'gift' }),
    ]);
    expect(
      answer.checkout_items[0]!.variant_items.map((line) => [
        line.problem,
        line.status,
        line.is_disable_gift,
      ]),
    ).toEqual([
      ['not_enough', 1, 0],
      ['presale', 0, 0],
      ['gift_lost', 0, 1],
    ]);
  });

  test('takes a coupon off, and leaves one that cannot be used out with code 0', async () => {
    const coupon = await addPromotion({
      kind: 'code',
      discount_type: 2,
      code: 'TEN',
      title: 'Ten percent',
      rules: { mode: 'percent', value: 10, min: 5000 },
    });
    const taken = await discount([item('mug', { quantity: 2 })], { coupon: 'ten' });
    expect([taken.coupon, taken.total_pay_amount, taken.total_discount_amount]).toEqual(['TEN', 50.4, 5.6]);
    expect(taken.checkout_items[0]!.discount).toMatchObject({
      discount_id: coupon.id,
      discount_type: 2,
      amounts: { pay_amount: 50.4 },
    });
    for (const code of ['NOPE', 'TEN']) {
      const left = await discount([item('mug')], { coupon: code });
      expect([left.coupon, left.total_pay_amount]).toEqual(['', 28]);
    }
    await coupon.stop();
  });

  test('an empty bag costs nothing', async () => {
    expect(
      await shop.visitor().data('POST /api/v2/cart/discount', { body: { checkouts: [] } }),
    ).toMatchObject({ checkout_items: [], total_pay_amount: 0 });
  });

  test('an empty bag is told what is on, without secret codes [API-073, DISC-08]', async () => {
    const open = await addPromotion({
      kind: 'oneprice',
      discount_type: 3,
      title: 'Mugs at {0}',
      rules: { type: 1, orderAmount: 1 },
      range_type: 2,
      range_ids: [999],
    });
    const secret = await addPromotion({
      kind: 'code',
      discount_type: 2,
      code: 'SECRET',
      title: 'For friends',
      rules: { mode: 'percent', value: 10 },
    });
    const later = await addPromotion({
      kind: 'oneprice',
      discount_type: 3,
      title: 'Next week',
      rules: { type: 1, orderAmount: 1 },
      starts_at: shop.clock.now() + 1,
    });
    expect(await shop.visitor().data('GET /api/v2/cart/empty/discount')).toEqual([
      { range_type: 2, desc: '{0}', params: ['Mugs at {0}'], seo_url: 'promotion' },
    ]);
    for (const promotion of [open, secret, later]) await promotion.stop();
  });

  test('an add-to-cart event is stored once, however often it is sent [API-116]', async () => {
    const extra_params = {
      cart_num: 3,
      sku_id: ids.mug.variant,
      spu_id: ids.mug.product,
      client_id: 'browser-1',
    };
    const several = {
      ...extra_params,
      productList: [
        { spu_id: 1, sku_id: 2, quantity: 4 },
        { spu_id: 1, sku_id: 3, quantity: 1 },
      ],
    };
    const visitor = shop.visitor();
    for (let n = 0; n < 3; n++)
      await visitor.data('POST /api/v1/cart/add/event', { body: { extra_params, event_id: 'a' } });
    await visitor.data('POST /api/v1/cart/add/event', { body: { extra_params: several, event_id: 'b' } });
    const many = { ...extra_params, productList: Array.from({ length: 51 }, () => several.productList[0]!) };
    const refused = { body: { extra_params: many, event_id: 'c' } };
    expect((await visitor.call('POST /api/v1/cart/add/event', refused)).code).toBe(10001);
    const rows = await shop.db.read
      .selectFrom('bag_events')
      .select(['client_id', 'variant_id', 'quantity', 'cart_num'])
      .orderBy('id')
      .execute();
    expect(rows.map((row) => [row.client_id, row.variant_id, row.quantity, row.cart_num])).toEqual([
      ['browser-1', ids.mug.variant, 1, 3],
      ['browser-1', 2, 4, 3],
      ['browser-1', 3, 1, 3],
    ]);
  });

  test.each([
    ['no list', { checkouts: 'x' }],
    ['a quantity of 0', { checkouts: [{ variant_items: [{ product_id: 1, variant_id: 1, quantity: 0 }] }] }],
    ['half a piece', { checkouts: [{ variant_items: [{ product_id: 1, variant_id: 1, quantity: 1.5 }] }] }],
    [
      'a foreign id',
      { checkouts: [{ variant_items: [{ product_id: '1 or 1=1', variant_id: 1, quantity: 1 }] }] },
    ],
  ])('refuses %s by name', async (_, body) => {
    expect((await shop.visitor().call('POST /api/v2/cart/discount', { body: body as never })).code).toBe(
      10001,
    );
  });
});
