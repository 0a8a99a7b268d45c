// @vitest-environment happy-dom
/** One order as the checkout, its receipt, its order page and its email show it. */
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { DiscountCodeProps } from '#islands/checkout/DiscountCode.tsx';
import { Receipt } from '#islands/checkout/Receipt.tsx';
import { Summary } from '#islands/checkout/Summary.tsx';
import { OrderPanel } from '#islands/order/OrderPanel.tsx';
import type { CurrencyConfig } from '#lib/currency/config.ts';
import type { Order, OrderLine } from '#server/orders/order.ts';
import { orderConfirmation } from '#server/orders/order-confirmation.ts';
import { wireOrder } from '#server/orders/wire.ts';
import { dollars as format, marram } from '../mail/fixtures.ts';

afterEach(cleanup);

const usd = { currency: 'USD', rate: 1, is_default: true, name: 'US Dollar', currency_format: format };
const currency = { round_integer: false, default_show_currency: 'USD', currencies: [usd] } as CurrencyConfig;

const line = (position: number, title: string, quantity: number, price: number, discount: number) =>
  ({
    ...{ position, productId: position, variantId: position, title, quantity, price, discount, tax: 0 },
    ...{ seoUrl: '', variantOption: '', imageUrl: '', sku: '', isGift: false, isVirtual: false },
    ...{ isTailor: false, tailorProperties: [], customProps: [] },
  }) satisfies OrderLine;
const lines: OrderLine[] = [
  line(1, 'Mug', 2, 3400, 680),
  line(2, 'Bowl', 3, 1233, 0),
  { ...line(3, 'Candle', 1, 0, 0), isGift: true },
];
const order = {
  ...{ orderNo: 'AAAAA-BBBBB', shopId: 1, email: 'ada@example.com' },
  ...{ currency: 'USD', statusKey: 1, orderTime: 0, shippingTitle: 'Standard', paymentMethod: 'card' },
  ...{ coupon: 'TEN', note: '', lang: '', holdReason: '', paidAt: 1, packedAt: null, taxLines: [] },
  address: {
    ...{ first_name: 'Ada', last_name: '', address1: '', address2: '', city: '', zip: '', province: '' },
    ...{ country: '', country_code: 'US', house_number: '', phone: '' },
  },
  amounts: { subtotal: 10_499, shipping: 595, discount: 680, insurance: 0, tax: 0, tip: 0, total: 10_414 },
} as unknown as Order;
const wire = wireOrder(order, 't', lines, [], [], '', [], {
  ...{ returns: [], returnable: null, is_late: false },
});
const help = { email: '', lang: null, pages: [] };
const money = (minor: number) => `$${(minor / 100).toFixed(2)}`;
const texts = (root: ParentNode, selector: string) =>
  [...root.querySelectorAll(selector)].map((node) => node.textContent?.trim() ?? '');
const amountOf = (text: string) =>
  Number(/−?\$[\d.,]+/.exec(text)?.[0].replace('$', '').replace('−', '-') ?? 0);

test('receipt, order page and mail show the same amounts of lines, and the same totals as the checkout [ORD-03, ORD-11]', () => {
  const receipt = render(<Receipt order={wire} money={money} />).container;
  const panel = render(<OrderPanel order={wire} currency={currency} help={help} />).container;
  const mail = orderConfirmation(marram, order, lines).text;
  const inReceipt = texts(receipt, '.order-item-amount');
  expect(inReceipt).toEqual(['$61.20', '$36.99', 'Gift']);
  expect(texts(panel, '.order-item-amount')).toEqual(inReceipt);
  expect(mail.match(/(?<=× \w+ {2}).*/g)).toEqual(['$61.20 (instead of $68.00)', '$36.99', 'Gift']);
  const sum = inReceipt.reduce((all, text) => all + amountOf(text), 0);
  expect(sum).toBeCloseTo(98.19, 9);
  const checkout = { ...wire, state: 'paid', requires_shipping: true, shippings: [{}], tax_included: false };
  const state = { checkout, isSaving: false };
  const summary = render(
    <Summary {...({ state } as unknown as DiscountCodeProps)} money={(amount) => money(amount * 100)} />,
  ).container;
  // The rows below add up to the total.
  for (const root of [receipt, panel, summary]) {
    expect(texts(root, ':is(.order-item, .line) s')).toEqual(['instead of $68.00']);
    expect(texts(root, 'dl:is(.order-sums, .sums) dt')).toEqual([
      'Subtotal',
      'Discount (TEN)',
      'Shipping',
      'Total',
    ]);
    expect(texts(root, 'dl:is(.order-sums, .sums) dd')).toEqual([
      ...['$104.99', '−$6.80', '$5.95'],
      expect.stringMatching(/^(?:USD )?\$104\.14$/),
    ]);
  }
  expect(mail).toContain(
    'Subtotal: $104.99\nDiscount (TEN): −$6.80\nShipping, Standard: $5.95\nTotal: $104.14\n',
  );
});

test('the receipt names who pays where that is not who gets the goods', () => {
  const address = { ...order.address, address1: '12 Elm Street' };
  const facts = (change: Partial<Order>) => {
    const told = wireOrder({ ...order, address, ...change }, 't', lines, [], [], '', [], {
      ...{ returns: [], returnable: null, is_late: false },
    });
    return texts(render(<Receipt order={told} money={money} />).container, '.receipt-facts dt');
  };
  expect(facts({})).toEqual(['Going to', 'Shipping']);
  expect(facts({ billing: { ...address, first_name: 'Grace' } })).toEqual([
    'Going to',
    'Billing address',
    'Shipping',
  ]);
});
