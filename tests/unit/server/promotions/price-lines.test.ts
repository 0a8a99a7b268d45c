import { describe, expect, test } from 'vitest';
import { toPriceResponse, toStockResponse } from '#server/bag/variant-responses.ts';
import { lineProblem, lineStatus } from '#server/promotions/line-problem.ts';
import { fc } from '../../../fast-check.ts';
import { facts, line, now, price, promotion, variant } from './fixtures.ts';

const allGood = { isCustomisationValid: true, remaining: 99, isGiftAllowed: true, isGroupValid: true };

describe('totals', () => {
  test('a line costs its variant price times its quantity, and only selected, available lines count', () => {
    const shop = facts([variant(1), variant(2, { price: 1550 }), variant(3, { stock: 0 })]);
    const lines = [line(1, { quantity: 3 }), line(2), line(2, { randomId: 'b', isSelected: false }), line(3)];
    const bag = price(lines, shop, '');
    expect(bag.totalPay).toBe(7550);
    expect(bag.totalDiscount).toBe(0);
    expect(bag.lines.map((priced) => priced.amount)).toEqual([6000, 1550, 1550, 2000]);
  });

  test('a one-price promotion lowers the unit price, and customisation is added afterwards [PRICE-23]', () => {
    const text = { type: 1 as const, name: 'text', label: 'Name', required: false, price: 300, values: [] };
    const shop = facts([variant(1, { customOptions: [text] })], { promotions: [promotion()] });
    const [priced] = price([line(1, { tailor: [{ name: 'text', type: 1, value: 'Ada' }] })], shop, '').lines;
    expect([priced!.unitPrice, priced!.originalPrice]).toEqual([1299, 2300]);
  });

  test('the order of lines never changes the totals', () => {
    const variants = [
      variant(1, { price: 1999 }),
      variant(2, { price: 350 }),
      variant(3, { price: 1, stock: 2 }),
    ];
    const shop = facts(variants, { promotions: [promotion({ rangeType: 2, rangeIds: new Set([10]) })] });
    const some = fc.record({
      id: fc.constantFrom(1, 2, 3),
      quantity: fc.integer({ min: 1, max: 50 }),
      isSelected: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(some, { maxLength: 12 }), (chosen) => {
        const lines = chosen.map((entry, index) => line(entry.id, { ...entry, randomId: String(index) }));
        const bag = price(lines, shop, '');
        expect(price(lines.toReversed(), shop, '').totalPay).toBe(bag.totalPay);
        expect(bag.totalPay).toBeGreaterThanOrEqual(0);
        expect(Number.isSafeInteger(bag.totalPay)).toBe(true);
      }),
    );
  });

  test('says when its prices change by themselves', () => {
    expect(price([], facts([], { promotions: [promotion()] }), '').changesAt).toBe(now + 1000);
  });
});

describe('status after pricing', () => {
  test('a variant on sale has status 1 [PRICE-05]', () => {
    expect(lineProblem(line(1), variant(1), allGood)).toBe('');
    expect(lineStatus('')).toBe(1);
  });

  test('a sold-out line is unavailable; a policy that goes on, or untracked stock, is not sold out [PRICE-05, PRICE-07]', () => {
    const problem = (changes: object) => lineProblem(line(1), variant(1, { stock: 0, ...changes }), allGood);
    expect(problem({})).toBe('sold_out');
    expect(lineStatus('sold_out')).toBe(0);
    expect([problem({ inventoryPolicy: 'continue' }), problem({ isTracked: false })]).toEqual(['', '']);
  });

  test('a line whose product is deleted or unpublished is unavailable [PRICE-09]', () => {
    expect(lineProblem(line(1), null, allGood)).toBe('deleted');
    expect(lineProblem(line(1), variant(1, { isDeleted: true }), allGood)).toBe('deleted');
    expect(lineProblem(line(1), variant(1, { isPublished: false }), allGood)).toBe('unpublished');
    expect([lineStatus('deleted'), lineStatus('unpublished')]).toEqual([0, 0]);
  });

  test('a line whose product changed is unavailable [PRICE-08]', () => {
    expect(lineProblem(line(1, { productId: 999 }), variant(1), allGood)).toBe('changed');
    const renamed = variant(1, { optionValues: ['Sage'] });
    const bag = price(
      [
        line(1, { optionValues: ['Green'] }),
        line(1, { optionValues: ['Sage'] }),
        line(1, { optionValues: [] }),
      ],
      facts([renamed]),
      '',
    );
    expect(bag.lines.map(({ status, problem }) => [status, problem])).toEqual([
      [0, 'changed'],
      [1, ''],
      [1, ''],
    ]);
  });

  test('a line whose customisation no longer fits is unavailable [PRICE-11]', () => {
    const bag = price(
      [line(1, { tailor: [{ name: 'text', type: 1, value: 'Ada' }] })],
      facts([variant(1)]),
      '',
    );
    expect(bag.lines[0]).toMatchObject({ status: 0, problem: 'changed' });
    expect(bag.totalPay).toBe(0);
  });

  test('a gift that is out of stock or unpublished is unavailable, and costs nothing [PRICE-10]', () => {
    const gift = line(1, { isGift: true });
    expect(lineProblem(gift, variant(1, { stock: 0 }), allGood)).toBe('sold_out');
    expect(lineProblem(gift, variant(1, { isPublished: false }), allGood)).toBe('unpublished');
    expect(lineProblem(gift, variant(1), { ...allGood, isGiftAllowed: false })).toBe('gift_lost');
    expect(lineStatus('gift_lost')).toBe(0);
    expect(price([gift], facts([variant(1)]), '').lines[0]).toMatchObject({
      unitPrice: 0,
      amount: 0,
      status: 0,
    });
  });

  test('a pre-sale line is named as one', () => {
    expect(lineProblem(line(1), variant(1, { isPresale: true }), allGood)).toBe('presale');
    expect(lineStatus('presale')).toBe(0);
  });

  test('lines of one variant share its stock: what exceeds it says so and stays on sale', () => {
    const shop = facts([variant(1, { stock: 3 })]);
    const lines = [
      line(1, { quantity: 2 }),
      line(1, { quantity: 2, randomId: 'b' }),
      line(1, { isSelected: false }),
    ];
    expect(price(lines, shop, '').lines.map(({ status, problem }) => [status, problem])).toEqual([
      [1, ''],
      [1, 'not_enough'],
      [1, 'not_enough'],
    ]);
  });

  test('a bundle group without a promotion behind it is not sold piece by piece', () => {
    expect(price([line(1, { code: 'SET', group: '0' })], facts([variant(1)]), '').lines[0]!.status).toBe(0);
  });
});

describe('answers for single variants', () => {
  const shop = facts(
    [
      variant(1, { stock: 4 }),
      variant(2, { inventoryPolicy: 'continue', stock: 0 }),
      variant(3, { isDeleted: true }),
    ],
    {
      promotions: [promotion()],
    },
  );
  const ask = (variant_id: number, product_id = variant_id * 10) => ({ product_id, variant_id });

  test('a price has sale_price, original_price and tailor_status [PRICE-01]', () => {
    expect(toPriceResponse([ask(1)], shop)).toEqual([
      { sku_id: 1, sale_price: 9.99, original_price: 20, tailor_status: 1, tailor_req_list: [] },
    ]);
  });

  test('tailor_status 0 says that the product changed and must be chosen again [PRICE-02]', () => {
    const chosen = [{ name: 'text', type: 1, value: 'Ada' }];
    expect(toPriceResponse([{ ...ask(1), tailor_req_list: chosen }], shop)[0]).toMatchObject({
      tailor_status: 0,
      tailor_req_list: chosen,
    });
    expect(toPriceResponse([{ ...ask(1), variant_option_values: ['Red'] }], shop)[0]!.tailor_status).toBe(0);
  });

  test('stock that was sold below nothing is none [PRICE-03]', () => {
    const [owed] = toStockResponse([ask(1)], facts([variant(1, { stock: -3 })]));
    expect(owed).toMatchObject({ sale_inventory_quantity: 0, sale_status: 0 });
  });

  test('stock has quantity, sale_status, deleted and published [PRICE-03]', () => {
    expect(toStockResponse([ask(1), ask(2), ask(3), ask(9), ask(1, 999)], shop)).toEqual([
      {
        sku_id: 1,
        sale_inventory_quantity: 4,
        sale_status: 1,
        is_product_deleted: false,
        is_product_published: true,
      },
      {
        sku_id: 2,
        sale_inventory_quantity: 999_999,
        sale_status: 1,
        is_product_deleted: false,
        is_product_published: true,
      },
      {
        sku_id: 3,
        sale_inventory_quantity: 0,
        sale_status: 0,
        is_product_deleted: true,
        is_product_published: true,
      },
      {
        sku_id: 9,
        sale_inventory_quantity: 0,
        sale_status: 0,
        is_product_deleted: true,
        is_product_published: false,
      },
      {
        sku_id: 1,
        sale_inventory_quantity: 0,
        sale_status: 0,
        is_product_deleted: true,
        is_product_published: false,
      },
    ]);
  });
});
