/** Sends manipulated bodies, which no page of the shop sends, to every bag, discount and checkout endpoint. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestShop, type TestShop } from '../harness.ts';
import { addProduct, bagOf } from '../orders/fixture.ts';
import { addPromotion, stopAll } from '../promotions/fixture.ts';

let shop: TestShop;
const mug = { product: 0, variant: 0 };
let stopped = 0;

beforeAll(async () => {
  shop = await createTestShop();
  Object.assign(mug, await addProduct(shop, { price: 2800, stock: 5, title: 'Mug' }));
  const other = await addProduct(shop, { price: 1000, stock: 5 });
  stopped = await addPromotion(shop, 'tying', {
    mainProductIds: [mug.product],
    items: [{ productId: other.product }],
    tiers: [{ count: 2, mode: 'percent', value: 10 }],
  });
  await stopAll(shop);
  const ten = { mode: 'percent', value: 10 };
  const now = shop.clock.now();
  await addPromotion(shop, 'code', ten, { code: 'OLD', starts_at: now - 2, ends_at: now });
  await addPromotion(shop, 'code', ten, { code: 'GONE', usage_limit: 3, used_count: 3 });
});

/** Reads everything that a request could have changed. */
async function state(): Promise<unknown[]> {
  const read = shop.db.read;
  return Promise.all([
    read.selectFrom('variants').select(['id', 'stock']).orderBy('id').execute(),
    read.selectFrom('promotions').select(['id', 'used_count', 'status']).orderBy('id').execute(),
    ...(['orders', 'checkouts', 'bag_events'] as const).map((table) =>
      read
        .selectFrom(table)
        .select((select) => select.fn.countAll<number | string>().as('rows'))
        .executeTakeFirstOrThrow()
        .then(({ rows }) => Number(rows)),
    ),
  ]);
}

const line = () => ({
  product_id: mug.product,
  variant_id: mug.variant,
  quantity: 1,
  variant_price: 28,
  random_id: 'a',
});
const groups = () => [{ variant_items: [line()], coupon: '' }];
const piece = () => ({ product_id: mug.product, variant_id: mug.variant });

/** Endpoints with a valid body, and the paths of its ids, counts and amounts. */
const rows: [string, () => object, string[]][] = [
  ['POST /api/v1/cart/variant/price', () => [piece()], ['0.product_id', '0.variant_id']],
  ['POST /api/v1/cart/variant/inventory', () => [piece()], ['0.product_id', '0.variant_id']],
  ['POST /api/v2/cart/discount', () => ({ checkouts: groups() }), inGroup('checkouts')],
  [
    'POST /api/v2/buy/to/cart/discount',
    () => ({ items: [{ ...piece(), quantity: 1 }], checkouts: groups() }),
    ['items.0.product_id', 'items.0.variant_id', 'items.0.quantity', ...inGroup('checkouts')],
  ],
  [
    'POST /api/v2/checkouts/discount',
    () => ({ checkout_items: groups(), coupon: '' }),
    inGroup('checkout_items'),
  ],
  ['POST /api/v1/shippings', () => ({ checkouts: groups() }), inGroup('checkouts')],
  ['POST /api/v1/checkout', () => bagOf([{ ...mug, price: 28 }]), [...inGroup('checkouts'), 'source']],
  [
    'POST /api/v1/cart/add/event',
    () => ({ extra_params: { cart_num: 1, productList: [{ spu_id: 1, sku_id: 2, quantity: 1 }] } }),
    ['cart_num', 'productList.0.spu_id', 'productList.0.sku_id', 'productList.0.quantity'].map(
      (path) => `extra_params.${path}`,
    ),
  ],
  [
    'POST /api/v1/combination/product/:id',
    () => ({ combination_id: 1, variant_ids: [mug.variant] }),
    ['combination_id', 'variant_ids.0'],
  ],
];

function inGroup(name: string): string[] {
  const fields = ['product_id', 'variant_id', 'quantity', 'variant_price'];
  return fields.map((field) => `${name}.0.variant_items.0.${field}`);
}

/** Returns the body with another value at a path like `checkouts.0.coupon`. */
function withValue(body: object, path: string, value: unknown): object {
  const copy = structuredClone(body);
  const steps = path.split('.');
  const last = steps.pop()!;
  const place = steps.reduce<Record<string, never>>((at, step) => at[step]!, copy as never);
  Object.assign(place, { [last]: value });
  return copy;
}

async function post(key: string, body: object): Promise<{ status: number; code: number; data: unknown }> {
  const path = key.replace('POST ', '').replace(':id', String(mug.product));
  const response = await shop.visitor().send(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, ...(await response.json()) };
}

describe.each(rows)('%s', (key, honest, paths) => {
  let before: unknown[];
  beforeEach(async () => {
    before = await state();
  });

  test('understands the honest body', async () => {
    // There is no combination offer, hence 10404.
    expect((await post(key, honest())).code).toBe(key.includes('combination') ? 10404 : 0);
  });

  test.each(['-1', '1.5', '1e300', '"1 or 1=1"', '[]', '{}', 'true'])(
    'refuses %s for an id, a count or an amount by name, and changes nothing',
    async (text) => {
      const isAmount = (path: string) => path.endsWith('variant_price');
      for (const path of paths) {
        if (text === '1.5' && isAmount(path)) continue;
        const answer = await post(key, withValue(honest(), path, JSON.parse(text)));
        expect([path, answer.status, answer.code, answer.data]).toEqual([path, 200, 10001, null]);
      }
      expect(await state()).toEqual(before);
    },
  );

  test('refuses a list that is too long, a body that is too large, and one that is none', async () => {
    const [first] = paths;
    const list = first!.replace(/\.?0\..*$/, '').replace(/\.0$/, '');
    const many = Array.from({ length: 1001 }, () => 1);
    const long = list === first ? honest() : list === '' ? many : withValue(honest(), list, many);
    if (list !== first) expect((await post(key, long)).code).toBe(10001);
    const large = await post(
      key,
      withValue(honest(), first!, 'x'.repeat(key.includes('combination') ? 2 ** 20 : 2 ** 16)),
    );
    expect([large.status, large.code]).toEqual([413, 10001]);
    for (const none of [[[[]]], { constructor: 1 }]) expect((await post(key, none)).status).toBeLessThan(500);
    expect(await state()).toEqual(before);
  });
});

describe('a body that is well formed and not true', () => {
  // Name; change; total of the bag; response codes of the coupon check and of opening a checkout.
  const forged: [string, () => { line?: object; group?: object }, number, number, number][] = [
    ['a price of its own', () => ({ line: { variant_price: 0.01 } }), 28, 0, 10209],
    [
      'a gift that nobody gives',
      () => ({ line: { is_gift: 1, gift_discount_id: 999_999, discount_rule_position: 1, auto_car: 99 } }),
      0,
      0,
      10209,
    ],
    [
      'a gift of another promotion',
      () => ({ line: { is_gift: 1, gift_discount_id: stopped, discount_rule_position: 1 } }),
      0,
      0,
      10209,
    ],
    [
      'a group of a promotion that is over',
      () => ({ group: { discount: { discount_code: `TY${stopped}` } } }),
      0,
      0,
      10209,
    ],
    ['an expired code', () => ({ group: { coupon: 'OLD' } }), 28, 30001, 10209],
    ['a code that is used up', () => ({ group: { coupon: 'GONE' } }), 28, 30003, 10209],
  ];

  test.each(forged)('%s gains nothing, and changes nothing', async (_, what, total, tried, opened) => {
    const before = await state();
    const { line: more = {}, group = {} } = what();
    const sent = { variant_items: [{ ...line(), ...more }], coupon: '', ...group };
    const bag = await post('POST /api/v2/cart/discount', { checkouts: [sent] });
    expect([bag.code, bag.data]).toEqual([
      0,
      expect.objectContaining({ total_pay_amount: total, total_discount_amount: 0, coupon: '' }),
    ]);
    const code = await post('POST /api/v2/checkouts/discount', {
      checkout_items: [sent],
      coupon: sent.coupon,
    });
    expect(code.code).toBe(tried);
    const checkout = await post('POST /api/v1/checkout', { source: 2, checkouts: [sent] });
    expect([checkout.code, checkout.data]).toEqual([opened, null]);
    expect(await state()).toEqual(before);
  });
});

describe('ids of promotions in an address', () => {
  const addresses = [
    '/api/v1/promotion/tying/:id',
    '/api/v1/promotion/tying/:id/product/1',
    '/api/v1/cart/tying/:id/product/1',
    '/api/v1/promotion/multi_spec/:id',
    '/api/v1/promotion/fullgift/:id',
    '/api/v1/promotion/check/:id',
  ];
  const get = async (address: string) => {
    const response = await shop.visitor().send(address);
    return { status: response.status, ...(await response.json()) };
  };

  test.each(addresses)('%s: what is no id is refused', async (address) => {
    for (const id of ['-1', '0', '1.5', '1e300', 'x', '1%20or%201=1', '%00', '9'.repeat(40)]) {
      const { status, code } = await get(address.replace(':id', id));
      expect([id, status, code]).toEqual([id, 200, 10001]);
    }
  });

  test('one that was stopped, and one of nothing, is not found', async () => {
    for (const id of [stopped, 999_999_999]) {
      for (const address of addresses.slice(0, 5))
        expect([address, (await get(address.replace(':id', String(id)))).code]).toEqual([address, 10404]);
      expect((await get(`/api/v1/promotion/check/${id}`)).data).toBeNull();
    }
  });
});
