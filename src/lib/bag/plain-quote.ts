/** The bag while discounts cannot be had: its lines with the server's prices and stock, and their plain sum (DISC-15). Pure. */
import type { WireItem } from '../contract/wire-checkout-group.ts';
import type { Bag } from './bag-codec.ts';
import { priceKey } from './checkout-groups.ts';
import { isBundle, isGift, type Line } from './line.ts';
import { isSameGroup } from './line-equality.ts';
import type { PriceCache, Quote, VariantStock } from './quote.ts';

/** @returns what the quote says of the lines; null where a price is not known: nothing is guessed */
export function quoteWithoutDiscounts(
  bag: Bag,
  stock: readonly VariantStock[],
  prices: PriceCache,
): Pick<Quote, 'items' | 'totalPay' | 'stock'> | null {
  const left = new Map(stock.map((entry) => [entry.sku_id, entry]));
  const items = bag.lines.map((line) => toItem(line, left.get(line.sku_id), prices));
  if (items.some((item) => item === null)) return null;
  const known = withWholeBundles(bag.lines, items as WireItem[]);
  const cents = known
    .filter(({ status, is_selected }) => status === 1 && is_selected === 1)
    .reduce((all, { pay_amount }) => all + Math.round(pay_amount * 100), 0);
  return {
    items: new Map(known.map((item) => [item.random_id, item])),
    totalPay: cents / 100,
    stock: left,
  };
}

function toItem(line: Line, stock: VariantStock | undefined, prices: PriceCache): WireItem | null {
  const price = prices.get(priceKey(line));
  if (!price && !isGift(line)) return null;
  const unit = isGift(line) ? 0 : price!.sale_price;
  const amount = Math.round(unit * 100 * line.quantity) / 100;
  const problem = problemOf(line, stock, price?.tailor_status ?? 1);
  return {
    product_id: line.id,
    variant_id: line.sku_id,
    quantity: line.quantity,
    variant_price: unit,
    original_price: price?.original_price ?? 0,
    title: line.title,
    is_selected: line.is_selected ? 1 : 0,
    is_gift: line.extend_params.is_gift,
    gift_discount_id: null,
    discount_rule_position: null,
    auto_car: null,
    is_disable_gift: 0,
    tailor_req_list: [],
    random_id: line.random_id,
    sku_bundle_id: null,
    status: problem === '' || problem === 'not_enough' ? 1 : 0,
    problem,
    origin_amount: amount,
    discount_amount: 0,
    pay_amount: amount,
  };
}

/** A bundle is sold whole (R100): where a part cannot be had, or is not chosen with the others, none of it is in the sum. */
function withWholeBundles(lines: readonly Line[], items: readonly WireItem[]): WireItem[] {
  return items.map((item, at) => {
    const line = lines[at]!;
    if (!isBundle(line) || isWhole(items.filter((_, other) => isSameGroup(lines[other]!, line)))) return item;
    return { ...item, status: 0 as const, problem: item.status === 1 ? 'changed' : item.problem };
  });
}

function isWhole(group: readonly WireItem[]): boolean {
  return group.every(({ status, is_selected }) => status === 1 && is_selected === group[0]!.is_selected);
}

function problemOf({ quantity }: Line, stock: VariantStock | undefined, tailorStatus: 0 | 1): string {
  if (!stock || stock.is_product_deleted) return 'deleted';
  if (!stock.is_product_published) return 'unpublished';
  if (tailorStatus === 0) return 'changed';
  if (stock.sale_status === 0) return 'sold_out';
  return quantity > (stock.sale_inventory_quantity ?? quantity) ? 'not_enough' : '';
}
