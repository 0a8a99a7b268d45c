/** From bag to order: each step recalculates promotions, the order stores them, and the shopper is informed of changes. */
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { CheckoutInput } from '#lib/contract/wire-checkout.ts';
import type { Visitor } from '../harness/visitor.ts';
import type { TestShop } from '../harness.ts';
import { addProduct, createOrderShop, filledIn, stockOf, submit } from '../orders/fixture.ts';
import { addPromotion, bundle, giftItem, type Ids, item, stopAll } from './fixture.ts';

let shop: TestShop;
let bowl: Ids;
let mug: Ids;
let gift: Ids;

beforeAll(async () => {
  shop = await createOrderShop();
  bowl = await addProduct(shop, { price: 10_000, stock: 50, title: 'Bowl' });
  mug = await addProduct(shop, { price: 2000, stock: 50, title: 'Mug' });
  gift = await addProduct(shop, { price: 900, stock: 50, title: 'Candle' });
});
afterEach(() => stopAll(shop));

const tenPercent = { condition: 'quantity', mode: 'percent', tiers: [{ min: 1, value: 10 }] };
type Groups = Parameters<typeof bundle>[1];
const begin = (visitor: Visitor, variant_items: Groups, more: object = {}, body: object = {}) =>
  visitor.call('POST /api/v1/checkout', {
    body: { source: 2, checkouts: [{ variant_items, ...more }], ...body },
  });
async function open(visitor: Visitor, variant_items: Groups, more: object = {}) {
  const { data, msg } = await begin(visitor, variant_items, more);
  if (!data) throw new Error(msg);
  return data.checkout.token;
}
const read = (visitor: Visitor, id: string) =>
  visitor.data('GET /api/v1/storefront/checkouts/:id', { params: { id } });
const orderOf = (visitor: Visitor, id: string, token: string) =>
  visitor.data('GET /api/v1/order/:id', { params: { id }, query: { token } });

describe('an order', () => {
  test('is placed at the discounted total and keeps the promotions it was priced with [DISC-22, GIFT-09]', async () => {
    const visitor = shop.visitor();
    const tier = await addPromotion(shop, 'tier', tenPercent, {
      title: 'Ten off',
      range_type: 2,
      range_ids: [bowl.product],
    });
    const giving = await addPromotion(shop, 'fullgift', {
      condition: 'amount',
      steps: [
        {
          position: 1,
          min: 9000,
          gifts: [{ product_id: gift.product, variant_id: gift.variant, auto_car: 1 }],
        },
      ],
    });
    const coupon = await addPromotion(
      shop,
      'code',
      { mode: 'amount_off', value: 500 },
      { code: 'FIVE', range_type: 2, range_ids: [mug.product] },
    );
    const before = await stockOf(shop, gift.variant);
    const token = await open(visitor, [item(bowl), item(mug), giftItem(gift, giving, 1)], { coupon: 'FIVE' });
    const shown = await read(visitor, token);
    expect([shown.subtotal_price, shown.total_discount_amount]).toEqual([120, 15]);
    const { data } = await submit(visitor, token);
    const order = await orderOf(visitor, data!.order_no, token);
    expect([order.subtotal_price, order.total_discount_amount]).toEqual([120, 15]);
    expect(order.variant_items.map((line) => [line.title, line.discount, line.is_gift])).toEqual([
      ['Bowl', 10, false],
      ['Mug', 5, false],
      ['Candle', 0, true],
    ]);
    expect(order.discounts).toEqual([
      { discount_id: tier, discount_type: 1, discount_code: '', title: 'Ten off', discount_amount: 10 },
      { discount_id: giving, discount_type: 7, discount_code: '', title: 'fullgift', discount_amount: 0 },
      { discount_id: coupon, discount_type: 2, discount_code: 'FIVE', title: 'code', discount_amount: 5 },
    ]);
    expect(await stockOf(shop, gift.variant)).toBe(before - 1);
  });

  test('of a bundle keeps its set through the checkout [DISC-17]', async () => {
    const visitor = shop.visitor();
    const items = [{ product_id: bowl.product }, { product_id: mug.product, quantity: 2 }];
    await addPromotion(
      shop,
      'bundle',
      { items: items.map((part) => ({ quantity: 1, ...part })), mode: 'fixed_price', value: 12_000 },
      { code: 'SET' },
    );
    const { data } = await visitor.call('POST /api/v1/checkout', {
      body: { source: 2, checkouts: [bundle('SET', [item(bowl), item(mug, { quantity: 2 })])] },
    });
    const token = data!.checkout.token;
    const shown = await read(visitor, token);
    expect(shown.discounts).toMatchObject([
      { status: 1, discount_code: 'SET', amounts: { pay_amount: 120 } },
    ]);
    const placed = await submit(visitor, token);
    expect((await orderOf(visitor, placed.data!.order_no, token)).total_discount_amount).toBe(20);
  });

  test('of a coupon that lowers the discount is placed with it once the shopper agreed [DISC-14]', async () => {
    const visitor = shop.visitor();
    await addPromotion(shop, 'tier', tenPercent);
    await addPromotion(shop, 'code', { mode: 'amount_off', value: 100 }, { code: 'ONE' });
    const token = await open(visitor, [item(bowl)]);
    const update = (body: CheckoutInput) =>
      visitor.data('POST /api/update/checkout/:id', { params: { id: token }, body });
    const asked = await update({ coupon: 'ONE' });
    expect([asked.need_second_confirm, asked.coupon, asked.total_discount_amount]).toEqual([true, '', 10]);
    const agreed = await update({ coupon: 'ONE', scConfirm: 1 });
    expect([agreed.need_second_confirm, agreed.coupon, agreed.total_discount_amount]).toEqual([
      false,
      'ONE',
      1,
    ]);
    const placed = await submit(visitor, token);
    expect((await orderOf(visitor, placed.data!.order_no, token)).coupon).toBe('ONE');
  });
});

describe('a coupon code with letters, blanks and signs', () => {
  test('goes from bag to order in whatever spelling, and another spelling changes nothing [BR-16]', async () => {
    const visitor = shop.visitor();
    const code = 'Dankefür 10 %';
    await addPromotion(shop, 'code', { mode: 'percent', value: 10 }, { code, usage_limit: 1 });
    const typed = '\u3000DANKEFU\u0308R\u00a010\u00a0％';
    const check = await visitor.data('GET /api/v1/promotion/code/check', { query: { code: typed } });
    expect(check?.code).toBe(code);
    const token = await open(visitor, [item(bowl)], { coupon: typed });
    const shown = await read(visitor, token);
    expect([shown.coupon, shown.total_discount_amount]).toEqual([code, 10]);
    const update = { params: { id: token }, body: { coupon: 'dankefür 10 %' } };
    expect((await visitor.data('POST /api/update/checkout/:id', update)).version).toBe(shown.version);
    const { data } = await submit(visitor, token, { ...filledIn, coupon: shown.coupon });
    expect((await orderOf(visitor, data!.order_no, token)).coupon).toBe(code);
    // The order holds the coupon's only use, and another spelling is the same coupon.
    const again = await begin(shop.visitor(), [item(bowl)], { coupon: 'DANKEFÜR 10 %' });
    expect([again.code, again.msg]).toEqual([10209, expect.stringContaining('used up')]);
  });
});

describe('a promotion that ended between bag and order', () => {
  const ending = () => ({ ends_at: shop.clock.now() + 1000 });

  test('is told when the checkout begins, if the bag says what it showed [DISC-23]', async () => {
    await addPromotion(shop, 'tier', tenPercent, ending());
    const body = { total_pay_amount: 90 };
    expect((await begin(shop.visitor(), [item(bowl)], {}, body)).code).toBe(0);
    shop.clock.advance(1000);
    const refused = await begin(shop.visitor(), [item(bowl)], {}, body);
    expect([refused.code, refused.msg]).toEqual([10209, expect.stringContaining('90.00 to 100.00 USD')]);
  });

  test.each([
    ['that says what it showed', true],
    ['that does not', false],
  ])('is told by the order of a page %s, which then goes through at the new price', async (_, says) => {
    const visitor = shop.visitor();
    await addPromotion(shop, 'tier', tenPercent, ending());
    const token = await open(visitor, [item(bowl)]);
    const shown = await visitor.data('POST /api/update/checkout/:id', {
      params: { id: token },
      body: filledIn,
    });
    shop.clock.advance(1000);
    const sent = { ...filledIn, version: shown.version, ...(says && { total_price: shown.total_price }) };
    const refused = await submit(visitor, token, sent);
    expect([refused.code, refused.msg]).toEqual([
      10209,
      expect.stringContaining('discount changed from 10.00 to 0.00'),
    ]);
    const now = await read(visitor, token);
    expect([now.total_discount_amount, now.discounts]).toEqual([0, []]);
    const again = await submit(visitor, token, { ...filledIn, total_price: now.total_price });
    expect(again.code).toBe(0);
    expect((await orderOf(visitor, again.data!.order_no, token)).discounts).toEqual([]);
  });

  test('takes its gift along, and says so', async () => {
    const visitor = shop.visitor();
    const giving = await addPromotion(
      shop,
      'fullgift',
      {
        condition: 'amount',
        steps: [
          {
            position: 1,
            min: 9000,
            gifts: [{ product_id: gift.product, variant_id: gift.variant, auto_car: 1 }],
          },
        ],
      },
      ending(),
    );
    const token = await open(visitor, [item(bowl), giftItem(gift, giving, 1)]);
    shop.clock.advance(1000);
    const refused = await submit(visitor, token);
    expect([refused.code, refused.msg]).toEqual([10209, expect.stringContaining('no longer a gift')]);
  });
});

test.each([
  ['expires', () => shop.clock.advance(1000)],
  ['is used up', () => shop.db.write.updateTable('promotions').set({ used_count: 9 }).execute()],
])(
  'a code that %s between checkout and order takes nothing off, and the order waits for a word [DISC-30]',
  async (_, end) => {
    const seed = { code: 'LATE', ends_at: shop.clock.now() + 1000, usage_limit: 9 };
    await addPromotion(shop, 'code', { mode: 'amount_off', value: 500 }, seed);
    const visitor = shop.visitor();
    const token = await open(visitor, [item(mug)], { coupon: 'LATE' });
    await end();
    const refused = await submit(visitor, token);
    expect([10209, 30001, 30003]).toContain(refused.code);
    expect(refused.data).toBeNull();
    const now = await read(visitor, token);
    expect([now.coupon, now.total_discount_amount]).toEqual(['', 0]);
  },
);

test('of two promotions that give the last piece an order takes one, and is placed [GIFT-10]', async () => {
  const last = await addProduct(shop, { price: 900, stock: 1, title: 'Last candle' });
  const gifts = [{ product_id: last.product, variant_id: last.variant, auto_car: 1 }];
  const giving = { condition: 'amount', steps: [{ position: 1, min: 1000, gifts }] };
  const [one, two] = [
    await addPromotion(shop, 'fullgift', giving),
    await addPromotion(shop, 'fullgift', giving),
  ];
  const visitor = shop.visitor();
  const token = await open(visitor, [
    item(mug),
    giftItem(last, one, 1, { random_id: 'b' }),
    giftItem(last, two, 1, { random_id: 'a' }),
  ]);
  const placed = await submit(visitor, token);
  expect([placed.code, placed.msg]).toEqual([0, '']);
  const order = await orderOf(visitor, placed.data!.order_no, token);
  expect(order.variant_items.map(({ title, quantity, is_gift }) => [title, quantity, is_gift])).toEqual([
    ['Mug', 1, false],
    ['Last candle', 1, true],
  ]);
  expect(await stockOf(shop, last.variant)).toBe(0);
});

test('a bundle that ended between bag and order is not sold in parts at their full prices [DISC-17]', async () => {
  const items = [
    { product_id: bowl.product, quantity: 1 },
    { product_id: mug.product, quantity: 1 },
  ];
  const rules = { items, mode: 'percent', value: 50 };
  await addPromotion(shop, 'bundle', rules, { code: 'ENDS', ends_at: shop.clock.now() + 1000 });
  const visitor = shop.visitor();
  const group = bundle('ENDS', [item(bowl), item(mug)]);
  const start = () => visitor.call('POST /api/v1/checkout', { body: { source: 2, checkouts: [group] } });
  const { data } = await start();
  shop.clock.advance(1000);
  expect([(await start()).code, (await submit(visitor, data!.checkout.token)).code]).toEqual([10209, 10209]);
});

test('one use of a coupon is enough for one order only [DISC-30]', async () => {
  await addPromotion(shop, 'code', { mode: 'amount_off', value: 500 }, { code: 'ONCE', usage_limit: 1 });
  const visitors = [shop.visitor(), shop.visitor()];
  const tokens = await Promise.all(visitors.map((visitor) => open(visitor, [item(mug)], { coupon: 'ONCE' })));
  const answers = await Promise.all(visitors.map((visitor, index) => submit(visitor, tokens[index]!)));
  expect(answers.map(({ code }) => code === 0).sort()).toEqual([false, true]);
  expect([10209, 30003]).toContain(answers.find(({ code }) => code !== 0)!.code);
});

test('a price follows a one-price promotion from its start to its end [PRICE-23]', async () => {
  const now = shop.clock.now();
  const rules = { type: 1, orderAmount: 1500 };
  await addPromotion(shop, 'oneprice', rules, {
    starts_at: now + 1000,
    ends_at: now + 3000,
    range_type: 2,
    range_ids: [mug.product],
  });
  const visitor = shop.visitor();
  const price = async () =>
    (await visitor.data('GET /api/v1/products/:id/variant/price', { params: { id: mug.product } }))[0]!
      .sale_price;
  const seen = [await price()];
  shop.clock.advance(1000);
  seen.push(await price());
  shop.clock.advance(2000);
  seen.push(await price());
  expect(seen).toEqual([20, 15, 20]);
});
