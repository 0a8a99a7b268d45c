/** View model of the bag's surfaces: the stored bag, combined with the server's latest pricing. Pure. */

import type { DeliveryEstimate } from '../contract/delivery-estimate.ts';
import type { WireDiscount, WireGiftDiscount } from '../contract/wire-discount.ts';
import { type DiscountedLineAmount, toDiscountedLineAmount } from '../money/discounted-amount.ts';
import type { Bag } from './bag-codec.ts';
import { type BagPricing, type PriceCache, unlimitedQuantity } from './bag-pricing.ts';
import { countUnits } from './capacity.ts';
import { priceKey } from './checkout-groups.ts';
import { groupKey, isBundle, isGift, type Line } from './line.ts';

export type PricingState = 'idle' | 'updating' | 'failed';

export interface BagLineViewModel {
  line: Line;
  /** Unit price, shop currency. */
  price: number;
  /** Amounts that the server calculated for this quantity; null until it has responded. */
  charge: DiscountedLineAmount | null;
  /** The promotion of the line's group, null for a plain line. */
  discount: WireDiscount | null;
  /** 1: can be selected; 0: unavailable (PRICE-05 to PRICE-11). */
  status: 0 | 1;
  /** sold_out, not_enough, changed, deleted, unpublished, presale, gift_lost, or ''. */
  problem: string;
  isSelected: boolean;
  /** Units available (sale_quantity). */
  saleQuantity: number;
}

export interface BagViewModel {
  lines: BagLineViewModel[];
  /** Gift promotions that apply to the bag (GIFT-07). */
  gifts: readonly WireGiftDiscount[];
  count: number;
  /** Totals come only from the server; null until it has priced this bag. */
  total: number | null;
  discount: number | null;
  /** Delivery estimate; the previous one while the bag is priced again. */
  arrives: DeliveryEstimate | null;
  /** The coupon in effect, '' for none; the requested one while the bag is priced. */
  coupon: string;
  /** The requested coupon; the bag keeps it even while it does not apply. */
  wishedCoupon: string;
  /** The requested coupon would make the discount smaller and needs the shopper's confirmation (R102). */
  needsSecondConfirm: boolean;
  isUpdating: boolean;
  /** The server has not priced any bag of this page yet. */
  isUnpriced: boolean;
  /** Only the discounts are missing: the total is the plain sum of the server's prices (DISC-15). */
  isPlain: boolean;
  hasFailed: boolean;
  /** At least one selected line can be ordered, and none has a problem. */
  canCheckout: boolean;
}

export function createBagViewModel(
  bag: Bag,
  quote: BagPricing | null,
  state: PricingState,
  prices: PriceCache,
): BagViewModel {
  const isCurrent = quote?.bag === bag;
  const lines = withWholeBundles(bag.lines.map((line) => showLine(line, quote, prices)));
  const ordered = lines.filter(({ isSelected, line }) => isSelected && !isGift(line));
  return {
    lines,
    gifts: quote?.gifts ?? [],
    count: countUnits(bag.lines),
    total: isCurrent ? quote.totalPay : null,
    discount: isCurrent && !quote.isPlain ? quote.totalDiscount : null,
    arrives: quote?.arrives ?? null,
    coupon: isCurrent ? quote.coupon : bag.coupon,
    wishedCoupon: bag.coupon,
    needsSecondConfirm: isCurrent && quote.needsSecondConfirm,
    isUpdating: !isCurrent && state !== 'failed',
    isUnpriced: !quote && state !== 'failed',
    isPlain: isCurrent && quote.isPlain,
    hasFailed: state === 'failed',
    canCheckout: ordered.length > 0 && ordered.every(({ problem }) => problem === ''),
  };
}

/** Returns lines to remove after pricing: pre-sale products (PRICE-12) and gifts whose promotion no longer applies (R108). */
export function linesToDrop(quote: BagPricing): Line[] {
  return quote.bag.lines.filter((line) => {
    const item = quote.items.get(line.random_id);
    return item?.problem === 'presale' || (isGift(line) && item?.is_disable_gift === 1);
  });
}

function showLine(line: Line, quote: BagPricing | null, prices: PriceCache): BagLineViewModel {
  const item = quote?.items.get(line.random_id);
  const cachedPrice = prices.get(priceKey(line));
  const stock = quote?.stock.get(line.sku_id);
  const status = item?.status ?? 1;
  const isCurrent = item?.quantity === line.quantity;
  return {
    line,
    price: isGift(line) ? 0 : (item?.variant_price ?? cachedPrice?.sale_price ?? line.price),
    charge: isCurrent ? toDiscountedLineAmount(item.pay_amount, item.origin_amount, item.quantity) : null,
    discount: discountOf(line, quote),
    status,
    problem: item?.problem ?? '',
    isSelected: line.is_selected && status === 1,
    saleQuantity: stock?.sale_inventory_quantity ?? unlimitedQuantity,
  };
}

/** Returns the text key of a line's problem (R51); '' if the line shows no message or another component words it. */
export function problemTextKey(problem: string): 'soldOut' | 'tailorUpdated' | '' {
  if (problem === 'sold_out' || problem === 'deleted' || problem === 'unpublished') return 'soldOut';
  return problem === 'changed' ? 'tailorUpdated' : '';
}

function discountOf({ random_id }: Line, quote: BagPricing | null): WireDiscount | null {
  const group = quote?.groups.find(({ variant_items }) =>
    variant_items.some((item) => item.random_id === random_id),
  );
  return group?.discount ?? null;
}

/** Deselects every line of a bundle that has an unavailable line (BAG-41). */
function withWholeBundles(lines: BagLineViewModel[]): BagLineViewModel[] {
  const broken = new Set(
    lines.flatMap(({ line, status }) => (isBundle(line) && status === 0 ? [groupKey(line)] : [])),
  );
  if (broken.size === 0) return lines;
  return lines.map((shown) =>
    isBundle(shown.line) && broken.has(groupKey(shown.line)) ? { ...shown, isSelected: false } : shown,
  );
}
