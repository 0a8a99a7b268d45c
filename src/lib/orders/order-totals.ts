/**
 * The column of what an order comes to, as it is read from top to bottom and added up: the same on the receipt, the order page,
 * in the account, in the mail and on the invoice. Pure; integer minor units.
 */
import type { WireOrder } from '../contract/wire-order.ts';
import { type Charged, type ChargedLine, charged, chargedLine } from '../money/charged.ts';
import { shownMinor } from '../money/minor.ts';

export interface SoldLine {
  quantity: number;
  /** Unit price before discounts. */
  price: number;
  /** Of the whole line. */
  discount: number;
  isGift: boolean;
}

export interface TaxLine {
  title: string;
  /** Percent. */
  rate: number;
  amount: number;
}

export interface Sold {
  lines: readonly SoldLine[];
  amounts: Record<'subtotal' | 'shipping' | 'discount' | 'insurance' | 'tax' | 'tip' | 'total', number>;
  /** What `amounts.tax` is made of; with none added, what the prices hold. */
  taxLines: readonly TaxLine[];
  /** Something was sent by a method, if only for nothing. */
  isShipped: boolean;
}

export interface TotalsRow extends Charged {
  name: 'subtotal' | 'discount' | 'shipping' | 'shippingInsurance' | 'tax' | 'tip';
  /** Names a tax better than the word for it, '' for none. */
  title: string;
}

export interface OrderTotals {
  /** Of each line of the order, null for a gift. */
  lines: (ChargedLine | null)[];
  /** They add up to `total` by themselves, and the lines to the first of them. None is nothing, but shipping that is free. */
  rows: TotalsRow[];
  total: number;
  /** What all discounts took off, which is not a row: it stands in the lines already (ORD-11). */
  saved: number;
  /** Taxes inside the prices, to be told and not to be added. */
  included: readonly TaxLine[];
}

/** What a line costs after its discount. */
function chargeOf({ price, quantity, discount, isGift }: SoldLine): ChargedLine | null {
  if (isGift) return null;
  const list = price * quantity;
  return chargedLine(list - discount, list, quantity);
}

/** The column of an order (ORD-11). */
export function orderTotals({ lines, amounts, taxLines, isShipped }: Sold): OrderTotals {
  const { subtotal, shipping, discount, insurance, tax, tip, total } = amounts;
  const charges = lines.map(chargeOf);
  const goods = charges.reduce((sum, line) => sum + (line?.amount ?? 0), 0);
  // Orders of before discounts were split over the lines know theirs as a whole only.
  const unsplit = total - (goods + shipping + insurance + tax + tip);
  const row = (name: TotalsRow['name'], amount: number, title = ''): TotalsRow => ({
    ...{ name, amount, title, before: null },
  });
  const named = taxLines.filter(({ amount }) => amount !== 0);
  const isNamed = named.reduce((sum, { amount }) => sum + amount, 0) === tax;
  const taxes = isNamed
    ? named.map(({ title, rate, amount }) => row('tax', amount, `${title} ${rate}%`))
    : [row('tax', tax)];
  const rows = [
    { ...row('subtotal', goods), ...charged(goods, subtotal) },
    row('discount', unsplit),
    row('shipping', shipping),
    row('shippingInsurance', insurance),
    ...taxes,
    row('tip', tip),
  ];
  return {
    lines: charges,
    rows: rows.filter(
      ({ name, amount }) => amount !== 0 || name === 'subtotal' || (name === 'shipping' && isShipped),
    ),
    total,
    saved: Math.max(0, discount),
    included: tax === 0 ? named : [],
  };
}

/** The column of an order as the wire has it. */
export function wireOrderTotals(order: WireOrder): OrderTotals {
  const minor = (amount: number) => shownMinor(amount, order.currency);
  return orderTotals({
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
    isShipped: order.shipping_title !== '',
  });
}
