/** The totals of an order add up, whatever the order. */
import { expect, test } from 'vitest';
import type { WireOrder } from '#lib/contract/wire-order.ts';
import { allTexts } from '#lib/messages/all.ts';
import { createTexts } from '#lib/messages/format.ts';
import {
  calculateOrderTotals,
  calculateWireOrderTotals,
  formatTotalsRow,
  type OrderTotalsInput,
} from '#lib/orders/order-totals.ts';
import { fc } from '../../../fast-check.ts';

const texts = createTexts(allTexts);
const minor = fc.integer({ min: 0, max: 5_000_000 });
const line = fc
  .record({
    quantity: fc.integer({ min: 1, max: 99 }),
    price: minor,
    share: fc.integer({ min: 0, max: 100 }),
    isGift: fc.boolean(),
  })
  .map(({ quantity, price, share, isGift }) => ({
    ...{ quantity, price: isGift ? 0 : price, isGift },
    discount: isGift ? 0 : Math.floor((price * quantity * share) / 100),
  }));
const taxLine = fc.record({
  title: fc.constantFrom('VAT', 'State tax'),
  rate: fc.double({ min: 0, max: 30, noNaN: true }),
  amount: minor,
});

const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0);
const sold: fc.Arbitrary<OrderTotalsInput & { isSplit: boolean }> = fc
  .record({
    lines: fc.array(line, { maxLength: 8 }),
    shipping: minor,
    insurance: minor,
    tip: minor,
    taxLines: fc.array(taxLine, { maxLength: 3 }),
    taxKind: fc.constantFrom('added', 'included', 'unnamed'),
    isSplit: fc.boolean(),
    isShipped: fc.boolean(),
  })
  .map(({ lines, shipping, insurance, tip, taxLines, taxKind, isSplit, isShipped }) => {
    const subtotal = sum(lines.map(({ price, quantity }) => price * quantity));
    const discount = sum(lines.map((one) => one.discount));
    const tax = taxKind === 'included' ? 0 : sum(taxLines.map(({ amount }) => amount));
    return {
      lines: isSplit ? lines : lines.map((one) => ({ ...one, discount: 0 })),
      amounts: {
        ...{ subtotal, shipping, discount, insurance, tax, tip },
        total: subtotal + shipping + insurance + tax + tip - discount,
      },
      taxLines: taxKind === 'unnamed' ? [] : taxLines,
      coupon: '',
      isShipped,
      isSplit,
    };
  });

test('the lines of an order add up to subtotal and discount, and the rows to the total, to the cent [ORD-11]', () => {
  fc.assert(
    fc.property(sold, ({ isSplit, ...order }) => {
      const { lines, rows, total } = calculateOrderTotals(order);
      const amountOf = (name: string) => rows.find((row) => row.name === name)?.amount ?? 0;
      expect([rows[0]?.name, amountOf('subtotal')]).toEqual(['subtotal', order.amounts.subtotal]);
      expect(sum(lines.map((charge) => charge?.before ?? charge?.amount ?? 0))).toBe(amountOf('subtotal'));
      const paid = sum(lines.map((charge) => charge?.amount ?? 0));
      if (isSplit) expect(paid).toBe(amountOf('subtotal') + amountOf('discount'));
      expect(sum(rows.map(({ amount }) => amount))).toBe(total);
      expect([total, amountOf('discount')]).toEqual([order.amounts.total, 0 - order.amounts.discount]);
      for (const row of rows.slice(1))
        expect(row.amount !== 0 || (row.name === 'shipping' && order.isShipped)).toBe(true);
      for (const charge of lines)
        if (charge && charge.before !== null) expect(charge.before).toBeGreaterThan(charge.amount);
    }),
  );
});

const amounts = { subtotal: 0, shipping: 0, discount: 0, insurance: 0, tax: 0, tip: 0, total: 0 };
const vat = { title: 'VAT', rate: 19, amount: 479 };

test('a line costs what is paid for it, struck beside it what it would cost; a gift nothing', () => {
  const { lines, rows } = calculateOrderTotals({
    lines: [
      { quantity: 2, price: 3400, discount: 680, isGift: false },
      { quantity: 1, price: 1200, discount: 0, isGift: false },
      { quantity: 1, price: 0, discount: 0, isGift: true },
    ],
    amounts: { ...amounts, subtotal: 8000, discount: 680, total: 7320 },
    taxLines: [],
    coupon: 'TEN',
    isShipped: true,
  });
  expect(lines).toEqual([
    { amount: 6120, before: 6800, each: 3060 },
    { amount: 1200, before: null, each: 1200 },
    null,
  ]);
  expect(rows).toEqual([
    { name: 'subtotal', title: '', amount: 8000 },
    { name: 'discount', title: 'TEN', amount: -680 },
    { name: 'shipping', title: '', amount: 0 },
  ]);
});

test.each([
  [{ name: 'subtotal', title: '', amount: 8000 }, 'Subtotal', '$80.00'],
  [{ name: 'discount', title: '', amount: -680 }, 'Discount', '−$6.80'],
  [{ name: 'discount', title: 'TEN', amount: -680 }, 'Discount (TEN)', '−$6.80'],
  [{ name: 'shipping', title: '', amount: 0 }, 'Shipping', 'Free'],
  [{ name: 'shipping', title: '', amount: 595 }, 'Shipping', '$5.95'],
  [{ name: 'tax', title: 'VAT 19%', amount: 479 }, 'VAT 19%', '$4.79'],
  [{ name: 'tax', title: '', amount: 479 }, 'Tax', '$4.79'],
] as const)('a row is written as at checkout: %j [ORD-11]', (row, label, amount) => {
  expect(formatTotalsRow(row, texts, (minor) => `$${(minor / 100).toFixed(2)}`)).toEqual({ label, amount });
});

test('taxes are rows by their names where they were added, and told apart where the prices hold them', () => {
  const line = { quantity: 1, price: 3000, discount: 0, isGift: false };
  const added = { ...amounts, subtotal: 3000, tax: 479, total: 3479 };
  const one = calculateOrderTotals({
    lines: [line],
    amounts: added,
    taxLines: [vat],
    coupon: '',
    isShipped: false,
  });
  expect(one.rows.at(-1)).toEqual({ name: 'tax', title: 'VAT 19%', amount: 479 });
  expect(one.included).toEqual([]);
  const held = { ...amounts, subtotal: 3000, total: 3000 };
  const none = { title: 'City', rate: 0, amount: 0 };
  const other = calculateOrderTotals({
    lines: [line],
    amounts: held,
    taxLines: [vat, none],
    coupon: '',
    isShipped: false,
  });
  expect([other.rows.length, other.included]).toEqual([1, [vat]]);
  const unnamed = calculateOrderTotals({
    lines: [line],
    amounts: added,
    taxLines: [],
    coupon: '',
    isShipped: false,
  });
  expect(unnamed.rows.at(-1)).toEqual({ name: 'tax', title: '', amount: 479 });
});

const wire = {
  currency: 'USD',
  coupon: 'TEN',
  variant_items: [
    { quantity: 3, price: 19.99, discount: 6, is_gift: false },
    { quantity: 1, price: 0, discount: 0, is_gift: true },
  ],
  ...{ subtotal_price: 59.97, total_discount_amount: 6, pay_ship_amount: 4.35, total_price: 68.44 },
  ...{ pay_ship_insurance_amount: 0.98, tax_amount: 4.34, tip_amount: 4.8, shipping_title: 'Standard' },
  tax_lines: [
    { title: 'State', rate: 7, amount: 4.2 },
    { title: 'City', rate: 0.25, amount: 0.14 },
  ],
};

test('an order of the wire has the same column, each amount in its row and exact to the cent [ORD-11]', () => {
  const { lines, rows, total, included } = calculateWireOrderTotals(wire as WireOrder);
  expect(lines).toEqual([{ amount: 5397, before: 5997, each: 1799 }, null]);
  expect(rows.map(({ name, title, amount }) => [name, title, amount])).toEqual([
    ['subtotal', '', 5997],
    ['discount', 'TEN', -600],
    ['shipping', '', 435],
    ['insurance', '', 98],
    ['tax', 'State 7%', 420],
    ['tax', 'City 0.25%', 14],
    ['tip', '', 480],
  ]);
  expect([total, included]).toEqual([6844, []]);
});

test('an order of the wire that is sent for nothing says so, one that is not sent says nothing of it', () => {
  const goods = { pay_ship_amount: 0, pay_ship_insurance_amount: 0, tax_amount: 0, tip_amount: 0 };
  const names = (shipping_title: string) => {
    const order = { ...wire, ...goods, tax_lines: [], total_price: 53.97, shipping_title };
    return calculateWireOrderTotals(order as unknown as WireOrder).rows.map(({ name }) => name);
  };
  expect([names('Standard'), names('')]).toEqual([
    ['subtotal', 'discount', 'shipping'],
    ['subtotal', 'discount'],
  ]);
});

test('an order in a currency without decimals is not reckoned in hundredths', () => {
  const line = { quantity: 2, price: 1500, discount: 0, is_gift: false };
  const nothing = { pay_ship_amount: 0, pay_ship_insurance_amount: 0, tax_amount: 0, tip_amount: 0 };
  const sums = { ...nothing, subtotal_price: 3000, total_discount_amount: 0, total_price: 3000 };
  const order = { ...wire, ...sums, currency: 'JPY', variant_items: [line], tax_lines: [] };
  expect(calculateWireOrderTotals(order as unknown as WireOrder)).toMatchObject({
    total: 3000,
    lines: [{ amount: 3000 }],
  });
});
