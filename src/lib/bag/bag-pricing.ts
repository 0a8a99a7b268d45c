/** The server's latest pricing of the bag. */

import type { z } from 'zod';
import type { DeliveryEstimate } from '../contract/delivery-estimate.ts';
import type { WireGroup, WireItem } from '../contract/wire-checkout-group.ts';
import type { WireGiftDiscount } from '../contract/wire-discount.ts';
import type { wireVariantPrice, wireVariantStock } from '../contract/wire-product.ts';
import type { Bag } from './bag-codec.ts';
import type { Line } from './line.ts';

export type VariantPrice = z.output<typeof wireVariantPrice>;
/** Stock of a variant; unlimited if `sale_inventory_quantity` is absent. */
export type VariantStock = Omit<z.output<typeof wireVariantStock>, 'sale_inventory_quantity'> & {
  sale_inventory_quantity?: number;
};

/** Fields of a priced line that the bag uses. */
export type PricedItem = Pick<
  WireItem,
  'quantity' | 'variant_price' | 'is_disable_gift' | 'status' | 'problem' | 'origin_amount' | 'pay_amount'
>;

/** Quantity displayed as available if the stock is unlimited (PRICE-04, R58). */
export const unlimitedQuantity = 999_999;

export interface BagPricing {
  /** The bag that was priced; for any other bag the totals are out of date. */
  bag: Bag;
  items: ReadonlyMap<string, PricedItem>;
  groups: readonly WireGroup[];
  totalPay: number;
  totalDiscount: number;
  /** The coupon in effect, '' for none. */
  coupon: string;
  needsSecondConfirm: boolean;
  /** Code of a coupon that would give a larger total discount, '' for none (R102). */
  autoFillCoupon: string;
  /** Every gift promotion that applies to the bag, with its tiers (DISC-05). */
  gifts: readonly WireGiftDiscount[];
  /** True if discounts are unavailable: prices and stock still come from the server, and the total is the sum of the prices (DISC-15). */
  isPlain: boolean;
  /** Delivery estimate of the selected lines; null if there is none. */
  arrives: DeliveryEstimate | null;
  /** Stock by variant id. */
  stock: ReadonlyMap<number, VariantStock>;
}

/** Prices by priceKey, cached until the shopper leaves the page (R35). */
export type PriceCache = Map<string, VariantPrice>;

/**
 * Returns the bag with the displayed prices, which the checkout compares with the current ones (R66), and with unavailable lines deselected
 * (R65). A coupon that had no effect stays in the stored bag but is not part of the returned bag.
 */
export function withDisplayedPrices(bag: Bag, quote: BagPricing | null): Bag {
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
