import { describe, expect, test } from 'vitest';
import { toDiscountResponse } from '#server/bag/discount-response.ts';
import type { BagLine } from '#server/promotions/priced-bag.ts';
import { facts, line, now, price, variant } from './fixtures.ts';
import { offer } from './offers.ts';

const group = (code: string, lines: [variant: number, quantity: number][], changes: Partial<BagLine> = {}) =>
  lines.map(([id, quantity]) => line(id, { code, group: '0', quantity, ...changes }));
const discounts = (bag: ReturnType<typeof price>) => bag.lines.map(({ discount }) => discount);

describe('a bundle, the worked example of R103', () => {
  const rules = {
    items: [
      { product_id: 10, quantity: 1 },
      { product_id: 20, quantity: 1 },
      { product_id: 30, quantity: 2 },
    ],
    mode: 'fixed_price',
    value: 3200,
  };
  const variants = [
    variant(1, { price: 2000 }),
    variant(2, { price: 1000 }),
    variant(3, { price: 500 }),
    variant(4, { productId: 10, price: 2000 }),
  ];
  const bundle = offer('bundle', 1, rules, { code: 'SET' });
  const shop = facts(variants, { promotions: [bundle] });
  const set = (sets: number) =>
    group('SET', [
      [1, sets],
      [2, sets],
      [3, 2 * sets],
    ]);

  test('takes 8.00 off a set, split 4.00, 2.00 and 2.00; two sets cost 64.00 [DISC-17, DISC-27]', () => {
    const one = price(set(1), shop);
    expect([one.totalPay, one.totalDiscount, discounts(one)]).toEqual([3200, 800, [400, 200, 200]]);
    const two = price(set(2), shop);
    expect([two.totalPay, two.totalDiscount]).toEqual([6400, 1600]);
  });

  test('answers one group of type 2 with its code [DISC-17, DISC-11]', () => {
    const [answered] = toDiscountResponse(price(set(1), shop)).checkout_items;
    expect(answered!.variant_items).toHaveLength(3);
    expect(answered!.discount).toMatchObject({
      status: 1,
      discount_type: 2,
      discount_code: 'SET',
      amounts: { origin_amount: 40, discount_amount: 8, pay_amount: 32 },
    });
  });

  test('any variant of the product will do [DISC-17]', () => {
    const chosen = group(
      'SET',
      [
        [4, 1],
        [2, 1],
        [3, 2],
      ],
      {},
    ).map((entry) => (entry.variantId === 4 ? { ...entry, productId: 10 } : entry));
    expect(price(chosen, shop).totalDiscount).toBe(800);
  });

  test.each<[string, BagLine[]]>([
    [
      'a piece is missing',
      group('SET', [
        [1, 1],
        [2, 1],
      ]),
    ],
    [
      'there are too few of one',
      group('SET', [
        [1, 1],
        [2, 1],
        [3, 1],
      ]),
    ],
    [
      'the lines are not the same number of sets',
      group('SET', [
        [1, 2],
        [2, 1],
        [3, 2],
      ]),
    ],
    [
      'something else is in it',
      group('SET', [
        [1, 1],
        [2, 1],
        [3, 2],
        [4, 1],
      ]),
    ],
    [
      'the code is no promotion',
      group('NOPE', [
        [1, 1],
        [2, 1],
        [3, 2],
      ]),
    ],
    ['only a part of it is selected', set(1).map((entry, index) => ({ ...entry, isSelected: index > 0 }))],
  ])('a group is disabled and costs nothing when %s [BAG-39]', (_, lines) => {
    const bag = price(lines, shop);
    expect([bag.totalPay, bag.totalDiscount]).toEqual([0, 0]);
    const [answered] = toDiscountResponse(bag).checkout_items;
    expect(answered!.discount!.status).toBe(0);
    expect(answered!.variant_items.map(({ status }) => status)).toEqual(lines.map(() => 0));
  });

  test('a set with a part that is sold out cannot be bought', () => {
    const soldOut = facts([...variants.slice(1), variant(1, { stock: 0 })], { promotions: [bundle] });
    const bag = price(set(1), soldOut);
    expect([bag.totalPay, ...bag.lines.map(({ problem }) => problem)]).toEqual([
      0,
      'sold_out',
      'changed',
      'changed',
    ]);
  });

  test('a group whose promotion ended is disabled [BAG-39]', () => {
    const ended = { ...shop, promotions: [{ ...bundle, endsAt: now }] };
    expect(toDiscountResponse(price(set(1), ended)).checkout_items[0]!.discount!.status).toBe(0);
  });

  test('a group that is not selected keeps its promotion, costs nothing and can be selected again', () => {
    const bag = price(
      set(1).map((entry) => ({ ...entry, isSelected: false })),
      shop,
    );
    const [answered] = toDiscountResponse(bag).checkout_items;
    expect([bag.totalPay, answered!.discount!.status, answered!.variant_items[0]!.status]).toEqual([0, 1, 1]);
  });

  test('percent is of the whole, amount off is for each set, and neither goes below 0', () => {
    const withRules = (changes: object) =>
      price(set(2), { ...shop, promotions: [{ ...bundle, rules: { ...rules, ...changes } }] }).totalDiscount;
    expect(withRules({ mode: 'percent', value: 10 })).toBe(800);
    expect(withRules({ mode: 'amount_off', value: 300 })).toBe(600);
    expect(withRules({ mode: 'amount_off', value: 999_999 })).toBe(8000);
    expect(withRules({ mode: 'fixed_price', value: 4100 })).toBe(0);
  });
});

describe('a sku bundle, the worked example of R104', () => {
  const rules = {
    items: [
      { variant_id: 501, quantity: 1 },
      { variant_id: 502, quantity: 2 },
    ],
    price: 4500,
  };
  const shop = facts(
    [
      variant(501, { price: 3000, stock: 10 }),
      variant(502, { price: 1250, stock: 9 }),
      variant(503, { productId: 5010, price: 3000 }),
    ],
    { promotions: [offer('sku_bundle', 12, rules)] },
  );

  test('takes 10.00 off 55.00, split 5.45 and 4.55 [DISC-18, DISC-27]', () => {
    const bag = price(
      group('SB12', [
        [501, 1],
        [502, 2],
      ]),
      shop,
    );
    expect([bag.totalPay, bag.totalDiscount, discounts(bag)]).toEqual([4500, 1000, [545, 455]]);
    const [answered] = toDiscountResponse(bag).checkout_items;
    expect(answered!.discount).toMatchObject({ discount_type: 10, discount_id: 12, discount_code: 'SB12' });
    expect(answered!.variant_items.map((item) => item.sku_bundle_id)).toEqual([12, 12]);
  });

  test('three sets: reckoned once and split once, 16.36 and 13.64 [DISC-18, DISC-27]', () => {
    const bag = price(
      group('SB12', [
        [501, 3],
        [502, 6],
      ]),
      shop,
    );
    expect([bag.totalPay, bag.totalDiscount, discounts(bag)]).toEqual([13_500, 3000, [1636, 1364]]);
  });

  test('stock of 10 and 9 is enough for 4 bundles, and says so of the fifth [DISC-18]', () => {
    const problems = (sets: number) =>
      price(
        group('SB12', [
          [501, sets],
          [502, 2 * sets],
        ]),
        shop,
      ).lines.map(({ problem }) => problem);
    expect([problems(4), problems(5)]).toEqual([
      ['', ''],
      ['', 'not_enough'],
    ]);
  });

  test('takes exactly these variants [DISC-18]', () => {
    const other = group('SB12', [
      [503, 1],
      [502, 2],
    ]).map((entry) => (entry.variantId === 503 ? { ...entry, productId: 5010 } : entry));
    expect(price(other, shop).totalDiscount).toBe(0);
  });
});

describe('tying, the worked example of R105', () => {
  const rules = {
    main_product_ids: [10],
    items: [{ product_id: 20 }, { product_id: 30 }],
    tiers: [
      { count: 2, mode: 'percent', value: 5 },
      { count: 3, mode: 'percent', value: 10 },
    ],
  };
  const variants = [variant(1, { price: 20_000 }), variant(2, { price: 3000 }), variant(3, { price: 2000 })];
  const shop = facts(variants, { promotions: [offer('tying', 3, rules)] });

  test('three products: 25.00 off 250.00, split 20.00, 3.00 and 2.00 [DISC-19, DISC-27]', () => {
    const bag = price(
      group('TY3', [
        [1, 1],
        [2, 1],
        [3, 1],
      ]),
      shop,
    );
    expect([bag.totalPay, discounts(bag)]).toEqual([22_500, [2000, 300, 200]]);
  });

  test('two products: 11.00 off 220.00, and what a third would give [DISC-19]', () => {
    const bag = price(
      group('TY3', [
        [1, 1],
        [3, 1],
      ]),
      shop,
    );
    expect([bag.totalPay, bag.totalDiscount]).toEqual([20_900, 1100]);
    expect(toDiscountResponse(bag).checkout_items[0]!.discount).toMatchObject({
      discount_type: 4,
      desc: 'Add {0} more to save {1}%',
      params: [1, 10],
    });
  });

  test('two sets are twice as much [DISC-19]', () => {
    expect(
      price(
        group('TY3', [
          [1, 2],
          [2, 2],
          [3, 2],
        ]),
        shop,
      ).totalDiscount,
    ).toBe(5000);
  });

  test('the main product alone is bought without a discount and not disabled', () => {
    const bag = price(group('TY3', [[1, 1]]), shop);
    expect([bag.totalPay, bag.lines[0]!.promotionStatus!.status]).toEqual([20_000, 2]);
  });

  test.each([
    [
      'without the main product',
      [
        [2, 1],
        [3, 1],
      ] as [number, number][],
    ],
    [
      'with different numbers of pieces',
      [
        [1, 2],
        [2, 1],
      ] as [number, number][],
    ],
  ])('is no offer %s [DISC-19]', (_, lines) => {
    expect(price(group('TY3', lines), shop).lines.map(({ status }) => status)).toEqual([0, 0]);
  });

  test('amount off is for each set', () => {
    const off = { ...rules, tiers: [{ count: 2, mode: 'amount_off', value: 700 }] };
    const bag = price(
      group('TY3', [
        [1, 2],
        [2, 2],
      ]),
      { ...shop, promotions: [offer('tying', 3, off)] },
    );
    expect(bag.totalDiscount).toBe(1400);
  });
});

describe('a combination, the worked example of R107', () => {
  const rules = { product_ids: [10, 20, 30], pick: 3, mode: 'fixed_price', value: 5000 };
  const shop = facts(
    [variant(1, { price: 2500 }), variant(2, { price: 2000 }), variant(3, { price: 2000 }), variant(4)],
    { promotions: [offer('combination', 4, rules)] },
  );

  test('any three for 50.00: 15.00 off 65.00, split 5.77, 4.62 and 4.61 [DISC-21, DISC-27]', () => {
    const bag = price(
      group('CB4', [
        [1, 1],
        [2, 1],
        [3, 1],
      ]),
      shop,
    );
    expect([bag.totalPay, discounts(bag)]).toEqual([5000, [577, 462, 461]]);
  });

  test('two sets cost 100.00, whichever pieces they are of [DISC-21]', () => {
    const bag = price(
      group('CB4', [
        [1, 2],
        [2, 2],
        [3, 2],
      ]),
      shop,
    );
    expect([bag.totalPay, bag.totalDiscount]).toEqual([10_000, 3000]);
    expect(
      price(
        group('CB4', [
          [1, 5],
          [2, 1],
        ]),
        shop,
      ).totalPay,
    ).toBe(10_000);
  });

  test.each([
    ['too few pieces', [[1, 2]] as [number, number][]],
    ['no whole number of sets', [[1, 4]] as [number, number][]],
    [
      'a piece from elsewhere',
      [
        [1, 2],
        [4, 1],
      ] as [number, number][],
    ],
  ])('is none with %s [DISC-21]', (_, lines) => {
    expect(price(group('CB4', lines), shop).lines[0]!.status).toBe(0);
  });

  test('percent is of the whole', () => {
    const part = { product_ids: [10, 20, 30], pick: 2, mode: 'percent', value: 12.5 };
    const bag = price(
      group('CB4', [
        [1, 1],
        [2, 1],
      ]),
      { ...shop, promotions: [offer('combination', 4, part)] },
    );
    expect(bag.totalDiscount).toBe(563);
  });
});

test('a foreign promotion named by a group gives nothing: the code must be of its kind', () => {
  const tying = offer('tying', 7, {
    main_product_ids: [10],
    items: [{ product_id: 20 }],
    tiers: [{ count: 2, mode: 'percent', value: 50 }],
  });
  const shop = facts([variant(1), variant(2)], { promotions: [tying] });
  for (const code of ['SB7', 'CB7', 'TY8', 'TY', 'ty7', '7']) {
    expect(
      price(
        group(code, [
          [1, 1],
          [2, 1],
        ]),
        shop,
      ).totalDiscount,
    ).toBe(0);
  }
});
