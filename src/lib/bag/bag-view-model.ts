/** What the bag's surfaces show: the stored intent, with what the server last said about it. Pure. */

import type { Arrival } from '../contract/arrival.ts';
import type { WireDiscount, WireGiftDiscount } from '../contract/wire-discount.ts';
import { type ChargedLine, chargedLine } from '../money/charged.ts';
import type { Bag } from './bag-codec.ts';
import { countUnits } from './capacity.ts';
import { priceKey } from './checkout-groups.ts';
import { groupKey, isBundle, isGift, type Line } from './line.ts';
import { type BagPricing, type PriceCache, unlimitedQuantity } from './quote.ts';

export type PricingState = 'idle' | 'updating' | 'failed';

export interface ShownLine {
  line: Line;
  /** Unit price, shop currency. */
  price: number;
  /** What the server calculated for this quantity; null while it has not. */
  charge: ChargedLine | null;
  /** The promotion its group stands under, null for a plain line. */
  discount: WireDiscount | null;
  /** 1 can be chosen, 0 unavailable: not selectable (PRICE-05 to PRICE-11). */
  status: 0 | 1;
  /** sold_out, not_enough, changed, deleted, unpublished, presale, gift_lost, '' */
  problem: string;
  isSelected: boolean;
  /** sale_quantity: how many can be had. */
  saleQuantity: number;
}

export interface ShownBag {
  lines: ShownLine[];
  /** Gift promotions the bag has a part in (GIFT-07). */
  gifts: readonly WireGiftDiscount[];
  count: number;
  /** Totals come from the server alone; null while it has not answered for this bag. */
  total: number | null;
  discount: number | null;
  /** When it arrives; of the last answer while the bag is priced anew. */
  arrives: Arrival | null;
  /** The coupon that took effect, '' for none; while the bag is priced the one wished for. */
  coupon: string;
  /** The coupon the shopper wishes; one that does not fit the bag is wished on. */
  wishedCoupon: string;
  /** The wished coupon would make the discount smaller and waits for a word (R102). */
  needsSecondConfirm: boolean;
  isUpdating: boolean;
  /** The server has not answered for any bag of this page yet. */
  isUnpriced: boolean;
  /** Only the discounts are missing: the total is the plain sum of the server's prices (DISC-15). */
  isPlain: boolean;
  hasFailed: boolean;
  /** Something selected can be ordered, and nothing stands in its way. */
  canCheckout: boolean;
}

export function showBag(
  bag: Bag,
  quote: BagPricing | null,
  state: PricingState,
  prices: PriceCache,
): ShownBag {
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

/** Lines that leave the bag once they are priced: pre-sale products (PRICE-12) and gifts whose rule is lost (R108). */
export function linesToDrop(quote: BagPricing): Line[] {
  return quote.bag.lines.filter((line) => {
    const item = quote.items.get(line.random_id);
    return item?.problem === 'presale' || (isGift(line) && item?.is_disable_gift === 1);
  });
}

function showLine(line: Line, quote: BagPricing | null, prices: PriceCache): ShownLine {
  const item = quote?.items.get(line.random_id);
  const cachedPrice = prices.get(priceKey(line));
  const stock = quote?.stock.get(line.sku_id);
  const status = item?.status ?? 1;
  const isCurrent = item?.quantity === line.quantity;
  return {
    line,
    price: isGift(line) ? 0 : (item?.variant_price ?? cachedPrice?.sale_price ?? line.price),
    charge: isCurrent ? chargedLine(item.pay_amount, item.origin_amount, item.quantity) : null,
    discount: discountOf(line, quote),
    status,
    problem: item?.problem ?? '',
    isSelected: line.is_selected && status === 1,
    saleQuantity: stock?.sale_inventory_quantity ?? unlimitedQuantity,
  };
}

/** Text key of a line's problem (R51), '' where the line says nothing or has words of its own. */
export function problemText(problem: string): 'soldOut' | 'tailorUpdated' | '' {
  if (problem === 'sold_out' || problem === 'deleted' || problem === 'unpublished') return 'soldOut';
  return problem === 'changed' ? 'tailorUpdated' : '';
}

function discountOf({ random_id }: Line, quote: BagPricing | null): WireDiscount | null {
  const group = quote?.groups.find(({ variant_items }) =>
    variant_items.some((item) => item.random_id === random_id),
  );
  return group?.discount ?? null;
}

/** A bundle with a line that cannot be had is chosen as little as that line (BAG-41). */
function withWholeBundles(lines: ShownLine[]): ShownLine[] {
  const broken = new Set(
    lines.flatMap(({ line, status }) => (isBundle(line) && status === 0 ? [groupKey(line)] : [])),
  );
  if (broken.size === 0) return lines;
  return lines.map((shown) =>
    isBundle(shown.line) && broken.has(groupKey(shown.line)) ? { ...shown, isSelected: false } : shown,
  );
}
