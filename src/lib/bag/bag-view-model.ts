/** View model of the bag, wherever it is displayed: the stored bag combined with the server's latest pricing. Pure. */

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
  /** Amounts that the server calculated for this quantity; null until the server has responded. */
  charge: DiscountedLineAmount | null;
  /** Promotion of the line's group; null if there is none. */
  discount: WireDiscount | null;
  /** 1 if the line can be selected, 0 if it is unavailable (PRICE-05 to PRICE-11). */
  status: 0 | 1;
  /** Problem of the line: sold_out, not_enough, changed, deleted, unpublished, presale, gift_lost, or '' for none. */
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
  /** Total to pay. Only the server calculates totals: null until it has priced this bag. */
  total: number | null;
  discount: number | null;
  /** Delivery estimate; while the bag is being repriced, the previous estimate. */
  arrives: DeliveryEstimate | null;
  /** Coupon in effect, '' for none; while the bag is being priced, the requested coupon. */
  coupon: string;
  /** Requested coupon, which the bag keeps even while the coupon does not apply. */
  wishedCoupon: string;
  /** True if the requested coupon would lower the total discount and needs the shopper's confirmation (R102). */
  needsSecondConfirm: boolean;
  isUpdating: boolean;
  /** True until the server has priced the bag for the first time on this page. */
  isUnpriced: boolean;
  /** True if only the discounts are unavailable: the total is the sum of the server's prices (DISC-15). */
  isPlain: boolean;
  hasFailed: boolean;
  /** True if at least one selected line can be ordered and no selected line has a problem. */
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

/** Returns the lines to remove after pricing: pre-sale products (PRICE-12), and gifts whose promotion no longer applies (R108). */
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

/** Returns the text key of a line's problem (R51); '' if the line shows no message or another component shows it. */
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
