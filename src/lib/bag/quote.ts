/** What the server last said about the bag. */

import type { z } from 'zod';
import type { Arrival } from '../contract/arrival.ts';
import * as codes from '../contract/codes.ts';
import type { Envelope } from '../contract/endpoint.ts';
import type { WireBagDiscount, WireGroup, WireItem } from '../contract/wire-checkout-group.ts';
import type { WireGiftDiscount } from '../contract/wire-discount.ts';
import type { wireVariantPrice, wireVariantStock } from '../contract/wire-product.ts';
import type { Bag } from './bag-codec.ts';
import { priceKey, type WantedVariant, wantedVariant } from './checkout-groups.ts';
import { isGift, type Line } from './line.ts';

export type VariantPrice = z.output<typeof wireVariantPrice>;
/** Without a number of pieces there are many. */
export type VariantStock = Omit<z.output<typeof wireVariantStock>, 'sale_inventory_quantity'> & {
  sale_inventory_quantity?: number;
};

/** What the bag is told of a line. */
export type QuotedItem = Pick<
  WireItem,
  | 'quantity'
  | 'variant_price'
  | 'is_disable_gift'
  | 'status'
  | 'problem'
  | 'origin_amount'
  | 'pay_amount'
  | 'was_amount'
>;

/** Where nothing else is said, this many can be had (PRICE-04, R58). */
export const manyPieces = 999_999;

/** The calls pricing needs; each answers an envelope and never throws. */
export interface PricingCalls {
  price(wanted: WantedVariant[]): Promise<Envelope<VariantPrice[]>>;
  inventory(wanted: WantedVariant[]): Promise<Envelope<VariantStock[]>>;
  discount(bag: Bag): Promise<Envelope<WireBagDiscount & { arrives?: Arrival | null | undefined }>>;
}

export interface Quote {
  /** The bag that was priced; another one makes the quote's totals out of date. */
  bag: Bag;
  items: ReadonlyMap<string, QuotedItem>;
  groups: readonly WireGroup[];
  totalPay: number;
  totalDiscount: number;
  /** The coupon that took effect, '' for none. */
  coupon: string;
  needsSecondConfirm: boolean;
  /** The code that would save more than nothing else, '' for none (R102). */
  autoFillCoupon: string;
  /** Every gift promotion the bag has a part in, step by step (DISC-05). */
  gifts: readonly WireGiftDiscount[];
  /** Discounts could not be reckoned: only prices and stock are the server's, and the total is plain (DISC-15). */
  isPlain: boolean;
  /** When what is chosen of it arrives; null where nothing is promised. */
  arrives: Arrival | null;
  /** By variant id. */
  stock: ReadonlyMap<number, VariantStock>;
}

/** Prices by priceKey, cached for the life of the page (R35). */
export type PriceCache = Map<string, VariantPrice>;

/**
 * Asks the server what the bag costs. An empty list is not asked for (PRICE-17); prices that are known are not asked for
 * again (PRICE-13), and gifts have none (PRICE-14).
 * @param cache filled with what was learnt
 * @returns the quote; a plain one when only the discounts could not be had (DISC-15); null when prices or stock were not
 * answered with code 0 (PRICE-18)
 */
export async function askQuote(bag: Bag, calls: PricingCalls, cache: PriceCache): Promise<Quote | null> {
  const unpriced = bag.lines.filter((line) => !isGift(line) && !cache.has(priceKey(line)));
  const [prices, stock, discount] = await Promise.all([
    askList(unpriced, calls.price),
    askList(bag.lines, calls.inventory),
    bag.lines.length === 0 ? null : calls.discount(bag),
  ]);
  // In the order asked: lines of one variant differ in their customisation, and so in their price.
  const left = [...(prices ?? [])];
  for (const line of unpriced) {
    const found = left.findIndex((entry) => entry.sku_id === line.sku_id);
    if (found >= 0) cache.set(priceKey(line), left.splice(found, 1)[0]!);
  }
  if (discount === null) return emptyQuote(bag);
  if (stock === null) return null;
  if (discount.code !== codes.ok) return prices && plainQuote(bag, stock, cache);
  const answer = discount.data!;
  const items = answer.checkout_items.flatMap((group) => group.variant_items);
  return {
    bag,
    items: new Map(items.map((item) => [item.random_id, item])),
    groups: answer.checkout_items,
    totalPay: answer.total_pay_amount,
    totalDiscount: answer.total_discount_amount,
    coupon: answer.coupon,
    needsSecondConfirm: answer.need_second_confirm,
    autoFillCoupon: answer.auto_fill_coupon_code,
    gifts: answer.discount_gifts,
    isPlain: false,
    arrives: answer.arrives ?? null,
    stock: new Map(stock.map((entry) => [entry.sku_id, entry])),
  };
}

/**
 * The bag as the shopper was shown it: at those prices, which the checkout compares with its own (R66), and with what cannot
 * be had as not chosen (R65); a coupon that took no effect stays in the bag and is not ordered with.
 */
export function atQuotedPrices(bag: Bag, quote: Quote | null): Bag {
  const shown = (line: Line): Line => {
    const item = quote?.items.get(line.random_id);
    if (!item) return line;
    return { ...line, price: item.variant_price, is_selected: line.is_selected && item.status === 1 };
  };
  const isCurrent = quote !== null && quote.bag === bag && !quote.isPlain;
  return { ...bag, coupon: isCurrent ? quote.coupon : bag.coupon, lines: bag.lines.map(shown) };
}

export function emptyQuote(bag: Bag): Quote {
  return {
    bag,
    items: new Map(),
    groups: [],
    totalPay: 0,
    totalDiscount: 0,
    coupon: '',
    needsSecondConfirm: false,
    autoFillCoupon: '',
    gifts: [],
    isPlain: false,
    arrives: null,
    stock: new Map(),
  };
}

/** Fetched when discounts fail. */
async function plainQuote(bag: Bag, stock: VariantStock[], cache: PriceCache): Promise<Quote | null> {
  try {
    const { quoteWithoutDiscounts } = await import('./plain-quote.ts');
    const known = quoteWithoutDiscounts(bag, stock, cache);
    return known && { ...emptyQuote(bag), ...known, isPlain: true };
  } catch {
    return null;
  }
}

async function askList<Entry>(
  lines: readonly Line[],
  ask: (wanted: WantedVariant[]) => Promise<Envelope<Entry[]>>,
): Promise<Entry[] | null> {
  if (lines.length === 0) return [];
  const answer = await ask(lines.map(wantedVariant));
  return answer.code === codes.ok ? answer.data : null;
}
