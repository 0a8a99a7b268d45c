/** What the server last said about the bag. */

import type { z } from 'zod';
import type { Arrival } from '../contract/arrival.ts';
import type { WireGroup, WireItem } from '../contract/wire-checkout-group.ts';
import type { WireGiftDiscount } from '../contract/wire-discount.ts';
import type { wireVariantPrice, wireVariantStock } from '../contract/wire-product.ts';
import type { Bag } from './bag-codec.ts';
import type { Line } from './line.ts';

export type VariantPrice = z.output<typeof wireVariantPrice>;
/** Without a number of pieces there are many. */
export type VariantStock = Omit<z.output<typeof wireVariantStock>, 'sale_inventory_quantity'> & {
  sale_inventory_quantity?: number;
};

/** What the bag is told of a line. */
export type PricedItem = Pick<
  WireItem,
  'quantity' | 'variant_price' | 'is_disable_gift' | 'status' | 'problem' | 'origin_amount' | 'pay_amount'
>;

/** Where nothing else is said, this many can be had (PRICE-04, R58). */
export const unlimitedQuantity = 999_999;

export interface BagPricing {
  /** The bag that was priced; another one makes the quote's totals out of date. */
  bag: Bag;
  items: ReadonlyMap<string, PricedItem>;
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
 * The bag as the shopper was shown it: at those prices, which the checkout compares with its own (R66), and with what cannot
 * be had as not chosen (R65); a coupon that took no effect stays in the bag and is not ordered with.
 */
export function atShownPrices(bag: Bag, quote: BagPricing | null): Bag {
  const shown = (line: Line): Line => {
    const item = quote?.items.get(line.random_id);
    if (!item) return line;
    return { ...line, price: item.variant_price, is_selected: line.is_selected && item.status === 1 };
  };
  const isCurrent = quote !== null && quote.bag === bag && !quote.isPlain;
  return { ...bag, coupon: isCurrent ? quote.coupon : bag.coupon, lines: bag.lines.map(shown) };
}

export function emptyPricing(bag: Bag): BagPricing {
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
