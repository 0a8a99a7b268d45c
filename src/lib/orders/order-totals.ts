/**
 * Calculates the totals of an order as rows that add up. They are the same on the receipt, on the order page, in the account, in emails and
 * on the invoice, and the checkout shows the same rows (R137). Pure; all amounts are integer minor units.
 */
import type { WireOrder } from '../contract/wire-order.ts';
import type { defaultTexts } from '../messages/default.ts';
import type { StaticTexts, TextsOf } from '../messages/format.ts';
import type { orderSummaryTexts } from '../messages/order.ts';
import { type DiscountedLineAmount, toDiscountedLineAmount } from '../money/discounted-amount.ts';
import { roundToMinorUnits } from '../money/minor.ts';

export interface OrderTotalsLine {
  quantity: number;
  /** Unit price before discounts. */
  price: number;
  /** Discount of the whole line. */
  discount: number;
  isGift: boolean;
}

export interface TaxLine {
  title: string;
  /** Tax rate, percent. */
  rate: number;
  amount: number;
}

export interface OrderTotalsInput {
  lines: readonly OrderTotalsLine[];
  amounts: Record<'subtotal' | 'shipping' | 'discount' | 'insurance' | 'tax' | 'tip' | 'total', number>;
  /** Taxes that make up `amounts.tax`; if that is 0, the taxes included in the prices. */
  taxLines: readonly TaxLine[];
  /** Code of the coupon, '' for none. */
  coupon: string;
  /** True if the order has a delivery method, even a free one. */
  isShipped: boolean;
}

export interface TotalsRow {
  name: 'subtotal' | 'discount' | 'shipping' | 'insurance' | 'tax' | 'tip';
  amount: number;
  /** Name of the tax or code of the coupon; '' for the default label. */
  title: string;
}

export interface OrderTotals {
  /** Amounts of each line of the order; null for a gift. */
  lines: (DiscountedLineAmount | null)[];
  /** Rows that add up to `total`. Rows with amount 0 are omitted, except the subtotal and free shipping. */
  rows: TotalsRow[];
  total: number;
  /** Taxes included in the prices, which are displayed but not added. */
  included: readonly TaxLine[];
}

function chargeOf({ price, quantity, discount, isGift }: OrderTotalsLine): DiscountedLineAmount | null {
  if (isGift) return null;
  const list = price * quantity;
  return toDiscountedLineAmount(list - discount, list, quantity);
}

/** Returns the totals of an order (ORD-11). */
export function calculateOrderTotals({
  lines,
  amounts,
  taxLines,
  coupon,
  isShipped,
}: OrderTotalsInput): OrderTotals {
  const { subtotal, shipping, discount, insurance, tax, tip, total } = amounts;
  const row = (name: TotalsRow['name'], amount: number, title = ''): TotalsRow => ({ name, amount, title });
  const named = taxLines.filter(({ amount }) => amount !== 0);
  const isNamed = named.reduce((sum, { amount }) => sum + amount, 0) === tax;
  const taxes = isNamed
    ? named.map(({ title, rate, amount }) => row('tax', amount, `${title} ${rate}%`))
    : [row('tax', tax)];
  const rows = [
    row('subtotal', subtotal),
    row('discount', -discount, coupon),
    row('shipping', shipping),
    row('insurance', insurance),
    ...taxes,
    row('tip', tip),
  ];
  return {
    lines: lines.map(chargeOf),
    rows: rows.filter(
      ({ name, amount }) => amount !== 0 || name === 'subtotal' || (name === 'shipping' && isShipped),
    ),
    total,
    included: tax === 0 ? named : [],
  };
}

/** Returns the label and the amount of a row as texts. */
export function formatTotalsRow(
  { name, title, amount }: TotalsRow,
  texts: TextsOf<typeof orderSummaryTexts> & Pick<StaticTexts<typeof defaultTexts>, 'subtotal'>,
  money: (minor: number) => string,
): { label: string; amount: string } {
  const isFree = name === 'shipping' && amount === 0;
  return {
    label: name === 'discount' && title ? texts.text('discountBy', { code: title }) : title || texts[name],
    amount: isFree ? texts.free : amount < 0 ? `−${money(-amount)}` : money(amount),
  };
}

/** Returns the totals of an order in API format. */
export function calculateWireOrderTotals(order: WireOrder): OrderTotals {
  const minor = (amount: number) => roundToMinorUnits(amount, order.currency);
  return calculateOrderTotals({
    lines: order.variant_items.map(({ quantity, price, discount, is_gift }) => ({
      ...{ quantity, price: minor(price), discount: minor(discount), isGift: is_gift },
    })),
    amounts: {
      subtotal: minor(order.subtotal_price),
      shipping: minor(order.pay_ship_amount),
      discount: minor(order.total_discount_amount),
      insurance: minor(order.pay_ship_insurance_amount),
      tax: minor(order.tax_amount),
      tip: minor(order.tip_amount),
      total: minor(order.total_price),
    },
    taxLines: order.tax_lines.map((line) => ({ ...line, amount: minor(line.amount) })),
    coupon: order.coupon,
    isShipped: order.shipping_title !== '',
  });
}
