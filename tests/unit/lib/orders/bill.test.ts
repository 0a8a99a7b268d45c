/** The totals of an order add up, whatever the order. */
import { expect, test } from 'vitest';
import type { WireOrder } from '#lib/contract/wire-order.ts';
import {
  calculateOrderTotals,
  calculateWireOrderTotals,
  type OrderTotalsInput,
} from '#lib/orders/order-totals.ts';
import { fc } from '../../../fast-check.ts';

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
const sold: fc.Arbitrary<OrderTotalsInput> = fc
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
      isShipped,
    };
  });

test('the lines of an order add up to the first row, and the rows to the total, to the cent [ORD-11]', () => {
  fc.assert(
    fc.property(sold, (order) => {
      const { lines, rows, total, saved } = calculateOrderTotals(order);
      expect(rows[0]?.name).toBe('subtotal');
      expect(sum(lines.map((charge) => charge?.amount ?? 0))).toBe(rows[0]?.amount);
      expect(sum(rows.map(({ amount }) => amount))).toBe(total);
      expect([total, saved]).toEqual([order.amounts.total, order.amounts.discount]);
      for (const row of rows.slice(1))
        expect(row.amount !== 0 || (row.name === 'shipping' && order.isShipped)).toBe(true);
      for (const charge of [...lines, ...rows])
        if (charge && charge.before !== null) expect(charge.before).toBeGreaterThan(charge.amount);
    }),
  );
});

const amounts = { subtotal: 0, shipping: 0, discount: 0, insurance: 0, tax: 0, tip: 0, total: 0 };
const vat = { title: 'VAT', rate: 19, amount: 479 };

test('a line costs what is paid for it, struck beside it what it would cost; a gift nothing', () => {
  const { lines, rows, saved } = calculateOrderTotals({
    lines: [
      { quantity: 2, price: 3400, discount: 680, isGift: false },
      { quantity: 1, price: 1200, discount: 0, isGift: false },
      { quantity: 1, price: 0, discount: 0, isGift: true },
    ],
    amounts: { ...amounts, subtotal: 8000, discount: 680, total: 7320 },
    taxLines: [],
    isShipped: true,
  });
  expect(lines).toEqual([
    { amount: 6120, before: 6800, each: 3060 },
    { amount: 1200, before: null, each: 1200 },
    null,
  ]);
  expect(rows).toEqual([
    { name: 'subtotal', title: '', amount: 7320, before: 8000 },
    { name: 'shipping', title: '', amount: 0, before: null },
  ]);
  expect(saved).toBe(680);
});

test('a discount that is known as a whole only is a row of its own', () => {
  const whole = { ...amounts, subtotal: 5000, discount: 500, total: 4500 };
  const line = { quantity: 1, price: 5000, discount: 0, isGift: false };
  const { rows } = calculateOrderTotals({ lines: [line], amounts: whole, taxLines: [], isShipped: false });
  expect(rows.map(({ name, amount, before }) => [name, amount, before])).toEqual([
    ['subtotal', 5000, null],
    ['discount', -500, null],
  ]);
});

test('taxes are rows by their names where they were added, and told apart where the prices hold them', () => {
  const line = { quantity: 1, price: 3000, discount: 0, isGift: false };
  const added = { ...amounts, subtotal: 3000, tax: 479, total: 3479 };
  const one = calculateOrderTotals({ lines: [line], amounts: added, taxLines: [vat], isShipped: false });
  expect(one.rows.at(-1)).toEqual({ name: 'tax', title: 'VAT 19%', amount: 479, before: null });
  expect(one.included).toEqual([]);
  const held = { ...amounts, subtotal: 3000, total: 3000 };
  const none = { title: 'City', rate: 0, amount: 0 };
  const other = calculateOrderTotals({
    lines: [line],
    amounts: held,
    taxLines: [vat, none],
    isShipped: false,
  });
  expect([other.rows.length, other.included]).toEqual([1, [vat]]);
  const unnamed = calculateOrderTotals({ lines: [line], amounts: added, taxLines: [], isShipped: false });
  expect(unnamed.rows.at(-1)).toEqual({ name: 'tax', title: '', amount: 479, before: null });
});

const wire = {
  currency: 'USD',
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
  const { lines, rows, total, saved, included } = calculateWireOrderTotals(wire as WireOrder);
  expect(lines).toEqual([{ amount: 5397, before: 5997, each: 1799 }, null]);
  expect(rows.map(({ name, title, amount, before }) => [name, title, amount, before])).toEqual([
    ['subtotal', '', 5397, 5997],
    ['shipping', '', 435, null],
    ['shippingInsurance', '', 98, null],
    ['tax', 'State 7%', 420, null],
    ['tax', 'City 0.25%', 14, null],
    ['tip', '', 480, null],
  ]);
  expect([total, saved, included]).toEqual([6844, 600, []]);
});

test('an order of the wire that is sent for nothing says so, one that is not sent says nothing of it', () => {
  const goods = { pay_ship_amount: 0, pay_ship_insurance_amount: 0, tax_amount: 0, tip_amount: 0 };
  const names = (shipping_title: string) => {
    const order = { ...wire, ...goods, tax_lines: [], total_price: 53.97, shipping_title };
    return calculateWireOrderTotals(order as unknown as WireOrder).rows.map(({ name }) => name);
  };
  expect([names('Standard'), names('')]).toEqual([['subtotal', 'shipping'], ['subtotal']]);
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
