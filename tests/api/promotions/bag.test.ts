/** The worked examples of Part D, through the API. */
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Bag, decodeBag, emptyBag, encodeBag } from '#lib/bag/bag-codec.ts';
import { setCoupon } from '#lib/bag/changes.ts';
import { toCheckoutGroups } from '#lib/bag/checkout-groups.ts';
import { makeLine } from '#lib/bag/line.ts';
import { createTestShop, type TestShop } from '../harness.ts';
import { addProduct } from '../orders/fixture.ts';
import { addPromotion, bundle, discount, giftItem, type Ids, item, stopAll } from './fixture.ts';

let shop: TestShop;
const prices = [2000, 1500, 1000, 500, 3000, 1250, 20_000, 3000, 2000, 2500, 10_000, 6000, 11_000, 1200];
const products = new Map<number, Ids[]>();
/** Returns the nth product with this price, counted from 0. */
const at = (price: number, nth = 0) => products.get(price)![nth]!;
const totals = (answer: { total_pay_amount: number; total_discount_amount: number }) => [
  answer.total_pay_amount,
  answer.total_discount_amount,
];

beforeAll(async () => {
  shop = await createTestShop();
  for (const price of prices) {
    products.set(price, [...(products.get(price) ?? []), await addProduct(shop, { price, stock: 100 })]);
  }
});
afterEach(() => stopAll(shop));

const piecesTier = {
  condition: 'quantity',
  mode: 'percent',
  tiers: [
    { min: 2, value: 10 },
    { min: 3, value: 20 },
  ],
};

describe('worked examples', () => {
  test('a tier: 44.00 after 11.00 off, and the hint of its next step [DISC-22]', async () => {
    await addPromotion(shop, 'tier', piecesTier);
    const three = await discount(shop, {
      variant_items: [item(at(2000), { quantity: 2 }), item(at(1500))],
    });
    expect(totals(three)).toEqual([44, 11]);
    expect(three.checkout_items[0]!.variant_items.map((line) => line.discount_amount)).toEqual([8, 3]);
    const two = await discount(shop, { variant_items: [item(at(2000), { quantity: 2 })] });
    expect(two.checkout_items[0]!.discount).toMatchObject({
      desc: 'Buy {0} more to save {1}%',
      params: [1, 20],
      amounts: { discount_amount: 4 },
    });
    await stopAll(shop);
    const tiers = [
      { min: 5000, value: 500 },
      { min: 10_000, value: 1500 },
    ];
    await addPromotion(shop, 'tier', { condition: 'amount', mode: 'amount_off', tiers });
    const byAmount = await discount(shop, { variant_items: [item(at(6000), { quantity: 2 })] });
    expect(totals(byAmount)).toEqual([105, 15]);
  });

  test('coupons: asked, confirmed, filled in [DISC-16, API-072, API-034]', async () => {
    await addPromotion(shop, 'tier', { ...piecesTier, tiers: [{ min: 1, value: 20 }] });
    await addPromotion(shop, 'code', { mode: 'amount_off', value: 1000 }, { code: 'SAVE10' });
    await addPromotion(
      shop,
      'code',
      { mode: 'amount_off', value: 3000, min: 8000, auto_fill: true },
      { code: 'BIG30' },
    );
    const variant_items = [item(at(10_000))];
    const plain = await discount(shop, { variant_items });
    expect([...totals(plain), plain.auto_fill_coupon_code]).toEqual([80, 20, 'BIG30']);
    const apply = (coupon: string, is_do_second_confirm: 0 | 1) =>
      shop.visitor().data('POST /api/v2/checkouts/discount', {
        body: { checkout_items: [{ variant_items }], coupon, is_do_second_confirm },
      });
    const asked = await apply('SAVE10', 0);
    expect([...totals(asked), asked.need_second_confirm]).toEqual([80, 20, true]);
    expect(totals(await apply('SAVE10', 1))).toEqual([90, 10]);
    expect(totals(await apply('BIG30', 0))).toEqual([70, 30]);
    const inBag = await discount(shop, { variant_items, coupon: 'save10', is_do_second_confirm: 1 });
    expect([...totals(inBag), inBag.coupon]).toEqual([90, 10, 'SAVE10']);
    await stopAll(shop);
    await addPromotion(shop, 'tier', { ...piecesTier, tiers: [{ min: 1, value: 20 }] });
    const equal = { mode: 'amount_off', value: 2000, auto_fill: true };
    await addPromotion(shop, 'code', equal, { code: 'SAVE20' });
    expect((await discount(shop, { variant_items })).auto_fill_coupon_code).toBe('');
  });

  test('a coupon that is taken away again leaves nothing in the stored bag, and its prices as they were [DISC-14]', async () => {
    await addPromotion(shop, 'tier', { ...piecesTier, tiers: [{ min: 1, value: 20 }] });
    await addPromotion(shop, 'code', { mode: 'amount_off', value: 1000 }, { code: 'SAVE10' });
    const { product, variant } = at(10_000);
    const line = makeLine({ id: product, sku_id: variant, title: 'Rug', price: 100 }, 'line-1');
    const stored = (bag: Bag) => decodeBag(encodeBag(bag));
    const ask = (bag: Bag) => discount(shop, ...toCheckoutGroups(stored(bag)));
    const bag: Bag = { ...emptyBag, lines: [line] };
    const before = await ask(bag);
    expect(totals(before)).toEqual([80, 20]);
    const reduced = setCoupon('SAVE10', { isConfirmed: true, isFilled: true })(bag);
    expect(totals(await ask(reduced))).toEqual([90, 10]);
    const taken = setCoupon('')(stored(reduced));
    expect(stored(taken)).toEqual(bag);
    expect(await ask(taken)).toEqual(before);
  });

  test('a bundle: 32.00 after 8.00 off [DISC-17]', async () => {
    const items = [
      { product_id: at(2000).product, quantity: 1 },
      { product_id: at(1000).product, quantity: 1 },
      { product_id: at(500).product, quantity: 2 },
    ];
    await addPromotion(shop, 'bundle', { items, mode: 'fixed_price', value: 3200 }, { code: 'SET' });
    const set = (sets: number) =>
      bundle('SET', [
        item(at(2000), { quantity: sets }),
        item(at(1000), { quantity: sets }),
        item(at(500), { quantity: 2 * sets, extend_params: { unit: 2 } }),
      ]);
    const one = await discount(shop, set(1));
    expect([
      ...totals(one),
      one.checkout_items[0]!.variant_items.map((line) => line.discount_amount),
    ]).toEqual([32, 8, [4, 2, 2]]);
    const answer = await discount(shop, set(2));
    expect(totals(answer)).toEqual([64, 16]);
    expect(answer.checkout_items[0]!.variant_items.map((line) => line.discount_amount)).toEqual([8, 4, 4]);
  });

  test('a sku bundle: three for 135.00 after 30.00 off [DISC-18]', async () => {
    const [first, second] = [at(3000), at(1250)];
    const items = [
      { variant_id: first.variant, quantity: 1 },
      { variant_id: second.variant, quantity: 2 },
    ];
    const id = await addPromotion(shop, 'sku_bundle', { items, price: 4500 });
    const sets = (count: number) =>
      discount(
        shop,
        bundle(`SB${id}`, [
          item(first, { quantity: count, sku_bundle_id: id }),
          item(second, { quantity: 2 * count, sku_bundle_id: id }),
        ]),
      );
    const one = await sets(1);
    expect(totals(one)).toEqual([45, 10]);
    expect(one.checkout_items[0]!.variant_items.map((line) => line.discount_amount)).toEqual([5.45, 4.55]);
    const answer = await sets(3);
    expect(totals(answer)).toEqual([135, 30]);
    expect(answer.checkout_items[0]!.variant_items).toMatchObject([
      { discount_amount: 16.36, sku_bundle_id: id },
      { discount_amount: 13.64, sku_bundle_id: id },
    ]);
  });

  test('tying: 225.00 of three, 209.00 of two [DISC-19]', async () => {
    const id = await addPromotion(shop, 'tying', {
      main_product_ids: [at(20_000).product],
      items: [{ product_id: at(3000, 1).product }, { product_id: at(2000, 1).product }],
      tiers: [
        { count: 2, mode: 'percent', value: 5 },
        { count: 3, mode: 'percent', value: 10 },
      ],
    });
    const bought = (...ids: Ids[]) =>
      discount(
        shop,
        bundle(
          `TY${id}`,
          ids.map((entry) => item(entry)),
        ),
      );
    const all = await bought(at(20_000), at(3000, 1), at(2000, 1));
    expect(totals(all)).toEqual([225, 25]);
    expect(all.checkout_items[0]!.variant_items.map((line) => line.discount_amount)).toEqual([20, 3, 2]);
    expect(totals(await bought(at(20_000), at(2000, 1)))).toEqual([209, 11]);
  });

  test('multi_spec: three pieces at 10.20 [DISC-20]', async () => {
    const tiers = [
      { min: 2, mode: 'percent', value: 10 },
      { min: 3, mode: 'percent', value: 15 },
    ];
    await addPromotion(shop, 'multi_spec', { count_by: 'piece', tiers });
    const answer = await discount(shop, { variant_items: [item(at(1200), { quantity: 3 })] });
    expect(totals(answer)).toEqual([30.6, 5.4]);
  });

  test('a combination: any three for 50.00 [DISC-21]', async () => {
    const pool = [at(2500), at(2000), at(2000, 1)];
    const id = await addPromotion(shop, 'combination', {
      product_ids: pool.map(({ product }) => product),
      pick: 3,
      mode: 'fixed_price',
      value: 5000,
    });
    const sets = (quantity: number) =>
      discount(
        shop,
        bundle(
          `CB${id}`,
          pool.map((entry) => item(entry, { quantity })),
        ),
      );
    expect(totals(await sets(2))).toEqual([100, 30]);
    const answer = await sets(1);
    expect(totals(answer)).toEqual([50, 15]);
    expect(answer.checkout_items[0]!.variant_items.map((line) => line.discount_amount)).toEqual([
      5.77, 4.62, 4.61,
    ]);
  });

  test('gifts: one at 60.00, three lines at 110.00, none at 40.00 [GIFT-09, GIFT-06]', async () => {
    const [mug, bottle] = [at(500), at(1000)];
    const gift = ({ product, variant }: Ids, auto_car: number) => ({
      product_id: product,
      variant_id: variant,
      auto_car,
    });
    const id = await addPromotion(shop, 'fullgift', {
      condition: 'amount',
      steps: [
        { position: 1, min: 5000, gifts: [gift(mug, 1)] },
        { position: 2, min: 10_000, gifts: [gift(mug, 1), gift(bottle, 2)] },
      ],
    });
    const sixty = await discount(shop, { variant_items: [item(at(6000)), giftItem(mug, id, 1)] });
    expect(sixty.gift_products.map((entry) => [entry.variant_id, entry.auto_car, entry.sale_status])).toEqual(
      [[mug.variant, 1, 1]],
    );
    expect(sixty.checkout_items.map(({ discount: own }) => own?.discount_type)).toEqual([undefined, 7]);
    const all = await discount(shop, {
      variant_items: [
        item(at(11_000)),
        giftItem(mug, id, 2),
        giftItem(bottle, id, 2, { random_id: 'a' }),
        giftItem(bottle, id, 2, { random_id: 'b' }),
        giftItem(bottle, id, 2, { random_id: 'c' }),
      ],
    });
    const gifts = all.checkout_items.flatMap((group) => group.variant_items).filter((line) => line.is_gift);
    expect(gifts.map((line) => [line.random_id, line.is_disable_gift]).sort()).toEqual([
      ['a', 0],
      ['b', 0],
      ['c', 1],
      [`line-${mug.variant}`, 0],
    ]);
    expect(totals(all)).toEqual([110, 0]);
    const lost = await discount(shop, {
      variant_items: [item(at(2000), { quantity: 2 }), giftItem(mug, id, 1)],
    });
    expect(lost.checkout_items[0]!.variant_items.map((line) => line.is_disable_gift)).toEqual([0, 1]);
    expect(lost.discount_gifts[0]!.discount_rules[0]).toMatchObject({
      achieved: false,
      desc: 'Spend {0} more for a gift',
      params: ['$10.00'],
    });
  });

  test('one price: 9.99 of type 1, by ranges of type 2, and never a rise [PRICE-19, PRICE-20, PRICE-23]', async () => {
    const ids = await Promise.all(
      [1200, 999, 800, 1500, 3500, 6000].map((price) => addProduct(shop, { price, stock: 9 })),
    );
    const priceOf = async ({ variant, product }: Ids) => {
      const answer = await discount(shop, { variant_items: [item({ variant, product })] });
      return answer.total_pay_amount;
    };
    const prices = async (some: Ids[]) => {
      const all: number[] = [];
      for (const one of some) all.push(await priceOf(one));
      return all;
    };
    await addPromotion(shop, 'oneprice', { type: 1, orderAmount: 999 });
    expect(await prices(ids.slice(0, 3))).toEqual([9.99, 9.99, 8]);
    await stopAll(shop);
    const rangeRules = [
      { minPrice: 1000, maxPrice: 2000, orderAmount: 999 },
      { minPrice: 2001, maxPrice: 5000, orderAmount: 1999 },
    ];
    await addPromotion(shop, 'oneprice', { type: 2, rangeRules });
    expect(await prices(ids.slice(3))).toEqual([9.99, 19.99, 60]);
  });

  test('buy to cart: 31.50 after 3.50 off, and the next step [DISC-23, API-074]', async () => {
    await addPromotion(shop, 'tier', piecesTier);
    const answer = await shop.visitor().data('POST /api/v2/buy/to/cart/discount', {
      body: {
        items: [{ product_id: at(1500).product, variant_id: at(1500).variant, quantity: 1 }],
        checkouts: [{ variant_items: [item(at(2000))] }],
      },
    });
    expect([...totals(answer), answer.desc, answer.params]).toEqual([
      31.5,
      3.5,
      'Buy {0} more to save {1}%',
      [1, 20],
    ]);
    expect(answer.added_discount_amount).toBe(3.5);
  });

  test('buy to cart: says what the item adds to what the bag saves already, nothing where it adds nothing [DISC-23, API-074]', async () => {
    await addPromotion(shop, 'tier', piecesTier, { range_type: 2, range_ids: [at(2000).product] });
    const checkouts = [{ variant_items: [item(at(2000), { quantity: 2 })] }];
    const added = async (good: Ids) => {
      const items = [{ product_id: good.product, variant_id: good.variant, quantity: 1 }];
      const answer = await shop.visitor().data('POST /api/v2/buy/to/cart/discount', {
        body: { items, checkouts },
      });
      return [answer.total_discount_amount, answer.added_discount_amount];
    };
    // Two units save 10 %, three 20 %.
    expect(await added(at(2000))).toEqual([12, 8]);
    expect(await added(at(1500))).toEqual([4, 0]);
  });
});

describe('what the calls say', () => {
  const auto = { mode: 'amount_off', value: 3000, auto_fill: true };

  test('the bag is answered in groups with totals, gifts and the code to fill in [DISC-04, DISC-05, DISC-06]', async () => {
    await addPromotion(shop, 'tier', piecesTier);
    await addPromotion(shop, 'code', auto, { code: 'THIRTY' });
    const gifts = [{ product_id: at(500).product, variant_id: at(500).variant, auto_car: 1 }];
    const id = await addPromotion(shop, 'fullgift', {
      condition: 'quantity',
      steps: [{ position: 4, min: 2, gifts }],
    });
    const answer = await discount(shop, { variant_items: [item(at(2000), { quantity: 2 })] });
    expect(answer).toMatchObject({
      checkout_items: [{ variant_items: [{ random_id: `line-${at(2000).variant}` }] }],
      total_pay_amount: 36,
      total_discount_amount: 4,
      discount_gifts: [
        {
          discount_id: id,
          discount_rules: [
            {
              position: 4,
              achieved: true,
              desc: 'Your gift',
              params: [],
              gift_products: [{ title: expect.any(String) }],
            },
          ],
        },
      ],
      gift_products: [{ product_id: at(500).product, variant_id: at(500).variant, original_price: 5 }],
      auto_fill_coupon_code: 'THIRTY',
    });
  });

  test('a group says all that its banner and the checkout need [DISC-03]', async () => {
    const id = await addPromotion(shop, 'tier', piecesTier, {
      seo_url: 'more-for-less',
      json_config: JSON.stringify({
        cartShowDiscount: false,
        bannerBgColor: '#112233',
        bannerFontColor: '#ffffff',
      }),
    });
    const answer = await discount(shop, { variant_items: [item(at(2000), { quantity: 2 })] });
    expect(answer.checkout_items[0]!.discount).toEqual({
      status: 1,
      seo_url: 'more-for-less',
      discount_type: 1,
      discount_id: id,
      discount_code: '',
      desc: 'Buy {0} more to save {1}%',
      params: [1, 20],
      amounts: { origin_amount: 40, discount_amount: 4, pay_amount: 36 },
      json_config: { cartShowDiscount: false, bannerBgColor: '#112233', bannerFontColor: '#ffffff' },
    });
  });

  test('coupon and confirmation are read from the first group that has them [DISC-02, DISC-07]', async () => {
    await addPromotion(shop, 'tier', { ...piecesTier, tiers: [{ min: 1, value: 20 }] });
    await addPromotion(shop, 'code', { mode: 'amount_off', value: 100 }, { code: 'ONE' });
    const first = { variant_items: [item(at(2000))] };
    const second = { variant_items: [item(at(10_000))], coupon: 'ONE' };
    const asked = await discount(shop, first, second);
    expect([asked.need_second_confirm, asked.total_discount_amount]).toEqual([true, 24]);
    const agreed = await discount(shop, first, { ...second, is_do_second_confirm: 1 });
    expect([agreed.coupon, agreed.total_discount_amount]).toEqual(['ONE', 1]);
    const applied = await shop.visitor().data('POST /api/v2/checkouts/discount', {
      body: { checkout_items: [first, second], coupon: 'ONE', is_do_second_confirm: 1 },
    });
    expect(totals(applied)).toEqual([119, 1]);
  });
});

describe('requests that were tampered with', () => {
  const save = (rules: object, more: object) => addPromotion(shop, 'code', rules, more);

  test.each([
    ['unknown', 'NOPE', 30001],
    ['expired', 'OLD', 30001],
    ['not yet begun', 'SOON', 30001],
    ['stopped', 'STOPPED', 30001],
    ['beyond its conditions', 'RICH', 30002],
    ['used up', 'GONE', 30003],
  ])(
    'a code that is %s is refused, and left out of the bag with code 0 [DISC-30]',
    async (_, coupon, code) => {
      const now = shop.clock.now();
      const ten = { mode: 'percent', value: 10 };
      await save(ten, { code: 'OLD', starts_at: now - 2, ends_at: now });
      await save(ten, { code: 'SOON', starts_at: now + 1 });
      await save(ten, { code: 'STOPPED', status: 2 });
      await save({ ...ten, min: 99_999 }, { code: 'RICH' });
      await save(ten, { code: 'GONE', usage_limit: 3, used_count: 3 });
      await addPromotion(shop, 'tier', piecesTier);
      const variant_items = [item(at(2000), { quantity: 2 })];
      const refused = await shop.visitor().call('POST /api/v2/checkouts/discount', {
        body: { checkout_items: [{ variant_items }], coupon },
      });
      expect(refused.code).toBe(code);
      expect('reason' in refused && refused.reason?.text).toBe(
        code === 30002 && 'RICH needs at least $999.99 of its products. Your bag has $40.00 of them.',
      );
      const bag = await discount(shop, { variant_items, coupon });
      expect([bag.coupon, ...totals(bag)]).toEqual(['', 36, 4]);
      const begun = await shop.visitor().call('POST /api/v1/checkout', {
        body: { source: 2, checkouts: [{ variant_items, coupon }] },
      });
      expect(begun.code).toBe(10209);
    },
  );

  test('prices, titles and gift marks that were made up change nothing [DISC-01]', async () => {
    const honest = await discount(shop, { variant_items: [item(at(2000))] });
    const made = await discount(shop, {
      variant_items: [
        item(at(2000), { variant_price: 0, title: 'Free', auto_car: 99, is_disable_gift: 0 }),
        item(at(6000), { is_gift: 1 }),
        giftItem(at(6000), 1, 1, { random_id: 'x' }),
        giftItem(at(6000), 999_999, 0, { random_id: 'y' }),
      ],
    });
    expect(totals(made)).toEqual(totals(honest));
    const gifts = made.checkout_items[0]!.variant_items.slice(1);
    expect(gifts.map((line) => [line.status, line.problem])).toEqual(gifts.map(() => [0, 'gift_lost']));
  });

  test('a gift line nobody allows is not ordered [GIFT-10]', async () => {
    const visitor = shop.visitor();
    const { checkout } = await visitor.data('POST /api/v1/checkout', {
      body: {
        source: 2,
        checkouts: [{ variant_items: [item(at(2000)), item(at(6000), { is_gift: 1 })] }],
      },
    });
    const shown = await visitor.data('GET /api/v1/storefront/checkouts/:id', {
      params: { id: checkout.token },
    });
    expect(shown.variant_items.map((line) => line.variant_id)).toEqual([at(2000).variant]);
  });

  test('groups of foreign, other or invented promotions are disabled and cannot be ordered', async () => {
    const tier = await addPromotion(shop, 'tier', piecesTier);
    for (const code of [`SB${tier}`, `CB${tier}`, `TY${tier}`, 'SB999999', 'x', '<script>']) {
      const group = bundle(code, [item(at(2000)), item(at(1000))]);
      const answer = await discount(shop, group);
      expect(totals(answer)).toEqual([0, 0]);
      expect(answer.checkout_items[0]!.discount!.status).toBe(0);
      const begun = await shop
        .visitor()
        .call('POST /api/v1/checkout', { body: { source: 2, checkouts: [group] } });
      expect(begun.code).toBe(10209);
    }
  });

  test.each([
    ['negative', -1],
    ['none', 0],
    ['fractional', 1.5],
    ['huge', 10_000],
    ['beyond numbers', 1e308],
    ['words', '3' as never],
  ])('a quantity that is %s is refused with 10001', async (_, quantity) => {
    const sent = { variant_items: [{ ...item(at(2000)), quantity }] };
    const answer = await shop.visitor().call('POST /api/v2/cart/discount', { body: { checkouts: [sent] } });
    expect(answer.code).toBe(10001);
    const added = { ...at(2000), quantity };
    const buy = await shop.visitor().call('POST /api/v2/buy/to/cart/discount', {
      body: {
        items: [{ product_id: added.product, variant_id: added.variant, quantity }],
        checkouts: [],
      },
    });
    expect(buy.code).toBe(10001);
  });

  test('the most pieces a line may have are reckoned exactly', async () => {
    const answer = await discount(shop, { variant_items: [item(at(20_000), { quantity: 9999 })] });
    expect(totals(answer)).toEqual([1_999_800, 0]);
  });
});
