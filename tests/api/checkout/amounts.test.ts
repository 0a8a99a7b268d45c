import { beforeAll, describe, expect, it } from 'vitest';
import type { CheckoutInput } from '#lib/contract/wire-checkout.ts';
import { hashToken } from '#server/db/token-hash.ts';
import type { TestShop } from '../harness.ts';
import {
  addCoupon,
  addProduct,
  createOrderShop,
  filledIn,
  openCheckout,
  oregon,
  submit,
  type VariantSeed,
} from '../orders/fixture.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await createOrderShop();
  await addCoupon(shop, { code: 'TEN', amountOff: 1000 });
});

const newYork = { ...oregon, city: 'New York', province: 'NY', zip: '10007' };
const berlin = { ...oregon, city: 'Berlin', province: '', zip: '10178', country_code: 'DE' };

interface Sums {
  subtotal_price: number;
  pay_ship_amount: number;
  total_discount_amount: number;
  pay_ship_insurance_amount: number;
  tax_amount: number;
  tip_amount: number;
  total_price: number;
}

/** Items, choices, and the expected amounts: subtotal, shipping, discount, insurance, tax, tip, total. */
const table: [string, VariantSeed[], CheckoutInput, number[]][] = [
  ['goods and the cheapest shipping', [{ price: 2000, stock: 5 }], {}, [20, 5.95, 0, 0, 0, 0, 25.95]],
  [
    'the chosen shipping',
    [{ price: 2000, stock: 5 }],
    { shipping_id: 'us-express' },
    [20, 14.95, 0, 0, 0, 0, 34.95],
  ],
  ['free shipping from its threshold on', [{ price: 7500, stock: 5 }], {}, [75, 0, 0, 0, 0, 0, 75]],
  ['no free shipping just below', [{ price: 7499, stock: 5 }], {}, [74.99, 5.95, 0, 0, 0, 0, 80.94]],
  [
    'shipping measured after the discount',
    [{ price: 7500, stock: 5 }],
    { coupon: 'TEN' },
    [75, 5.95, 10, 0, 0, 0, 70.95],
  ],
  [
    'tax of goods after discount and of shipping',
    [{ price: 2000, stock: 5 }],
    { address: newYork, coupon: 'TEN' },
    // 10.00 + 5.95 = 15.95: 4 % 0.64, 4.875 % 0.78
    [20, 5.95, 10, 0, 1.42, 0, 17.37],
  ],
  [
    'no tax on goods that are free of it',
    [
      { price: 2000, stock: 5, isTaxable: false },
      { price: 1000, stock: 5 },
    ],
    { address: newYork },
    // 10.00 + 5.95 = 15.95
    [30, 5.95, 0, 0, 1.42, 0, 37.37],
  ],
  [
    'insurance and tip',
    [{ price: 6000, stock: 5 }],
    { insurance: 1, tip: 6 },
    [60, 5.95, 0, 1.2, 0, 6, 73.15],
  ],
  [
    'insurance at its minimum',
    [{ price: 1000, stock: 5 }],
    { insurance: 1 },
    [10, 5.95, 0, 0.98, 0, 0, 16.93],
  ],
  [
    'shipping by weight abroad',
    [{ price: 2000, stock: 5, grams: 2001 }],
    { address: berlin },
    [20, 24.5, 0, 0, 0, 0, 44.5],
  ],
  ['nothing to ship', [{ price: 2000, stock: 5, requiresShipping: false }], {}, [20, 0, 0, 0, 0, 0, 20]],
  [
    'an order that costs nothing',
    [{ price: 1000, stock: 5, requiresShipping: false }],
    { coupon: 'TEN' },
    [10, 0, 10, 0, 0, 0, 0],
  ],
];

function sums(values: number[]): Sums {
  const [subtotal, shipping, discount, insurance, tax, tip, total] = values as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  return {
    subtotal_price: subtotal,
    pay_ship_amount: shipping,
    total_discount_amount: discount,
    pay_ship_insurance_amount: insurance,
    tax_amount: tax,
    tip_amount: tip,
    total_price: total,
  };
}

describe('what an order costs', () => {
  it.each(table)('is %s [ORD-10, ORD-11, CHK-14, CHK-15, CHK-16]', async (_name, seeds, choices, values) => {
    const lines = [];
    for (const seed of seeds) lines.push(await addProduct(shop, seed));
    const visitor = shop.visitor();
    const token = await openCheckout(visitor, lines);
    const body = { ...filledIn, shipping_id: undefined, ...choices };
    const saved = await visitor.data('POST /api/update/checkout/:id', { params: { id: token }, body });
    expect(saved).toMatchObject(sums(values));
    const read = await visitor.data('GET /api/v1/storefront/checkouts/:id', { params: { id: token } });
    expect(read).toMatchObject(sums(values));
    const placed = await submit(visitor, token, { ...body, total_price: saved.total_price });
    expect(placed).toMatchObject({ code: 0, data: { total_price: values.at(-1) } });
    const order = await visitor.data('GET /api/v1/order/:id', { params: { id: placed.data!.order_no } });
    expect(order).toMatchObject(sums(values));
    expect(
      Math.round(
        100 *
          (order.subtotal_price +
            order.pay_ship_amount +
            order.pay_ship_insurance_amount +
            order.tax_amount +
            order.tip_amount -
            order.total_discount_amount),
      ),
    ).toBe(Math.round(100 * order.total_price));
  });

  it('sends an order of nothing to the zero payment, without a payment method [PAY-04]', async () => {
    const free = await addProduct(shop, { price: 1000, stock: 5, requiresShipping: false });
    const visitor = shop.visitor();
    const token = await openCheckout(visitor, [free], 'TEN');
    const placed = await submit(visitor, token, { email: 'ada@example.com' });
    expect(placed).toMatchObject({ code: 0, data: { total_price: 0, next: 'zero' } });
  });

  it('is never what the client says it is', async () => {
    const bowl = await addProduct(shop, { price: 2000, stock: 5 });
    const visitor = shop.visitor();
    const token = await openCheckout(visitor, [bowl]);
    const forged = { ...filledIn, subtotal_price: 0.01, pay_ship_amount: 0, tax_amount: -5 } as CheckoutInput;
    expect(await submit(visitor, token, forged)).toMatchObject({ code: 0, data: { total_price: 34.95 } });
  });

  it.each([
    ['a negative tip', { tip: -1 }],
    ['a tip of fractions of a cent', { tip: 0.001 }],
    ['a tip beyond the goods', { tip: 20.01 }],
    ['a billion as tip', { tip: 1e9 }],
    ['an unknown shipping method', { shipping_id: 'free-please' }],
    ['a shipping method of another country', { shipping_id: 'world-free' }],
    ['a total in words', { total_price: '0' as unknown as number }],
  ])('does not take %s', async (_name, change) => {
    const bowl = await addProduct(shop, { price: 2000, stock: 5 });
    const visitor = shop.visitor();
    const token = await openCheckout(visitor, [bowl]);
    const answer = await submit(visitor, token, { ...filledIn, ...change });
    expect([10001, 10209]).toContain(answer.code);
    const { orders } = await shop.db.read
      .selectFrom('orders')
      .select((select) => select.fn.countAll<number | string>().as('orders'))
      .where('token_hash', '=', hashToken(token))
      .executeTakeFirstOrThrow();
    expect(Number(orders)).toBe(0);
  });
});
