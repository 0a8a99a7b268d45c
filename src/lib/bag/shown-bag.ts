/** What the bag's surfaces show: the stored intent, with what the server last said about it. Pure. */
import type { WireDiscount } from '../contract/wire-discount.ts';
import { countPieces } from './capacity.ts';
import { isBundle, isGift, type Line } from './line.ts';
import { manyPieces, type PriceCache, type Quote } from './quote.ts';
import { priceKey } from './request.ts';
import type { Bag } from './stored-bag.ts';

export type PricingState = 'idle' | 'updating' | 'failed';

export interface ShownLine {
  line: Line;
  /** Unit prices, shop currency. */
  price: number;
  originalPrice: number;
  /** What the server reckoned for these pieces; null while it has not. */
  amount: number | null;
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
  /** Promotions of the bag with what they say, best of each group. */
  discounts: WireDiscount[];
  count: number;
  /** Totals come from the server alone; null while it has not answered for this bag. */
  total: number | null;
  discount: number | null;
  coupon: string;
  isUpdating: boolean;
  hasFailed: boolean;
  /** Something selected can be ordered, and nothing stands in its way. */
  canCheckout: boolean;
}

export function showBag(bag: Bag, quote: Quote | null, state: PricingState, prices: PriceCache): ShownBag {
  const isCurrent = quote?.bag === bag;
  const lines = bag.lines.map((line) => showLine(line, quote, prices));
  const ordered = lines.filter(({ isSelected, line }) => isSelected && !isGift(line));
  return {
    lines,
    discounts: (quote?.groups ?? []).flatMap(({ discount }) =>
      discount?.json_config.cartShowDiscount ? [discount] : [],
    ),
    count: countPieces(bag.lines),
    total: isCurrent ? quote.totalPay : null,
    discount: isCurrent ? quote.totalDiscount : null,
    coupon: isCurrent ? quote.coupon : bag.coupon,
    isUpdating: !isCurrent && state !== 'failed',
    hasFailed: state === 'failed',
    canCheckout: ordered.length > 0 && ordered.every(({ problem }) => problem === ''),
  };
}

/** Lines that leave the bag once they are priced: pre-sale products (PRICE-12) and gifts whose rule is lost (R108). */
export function linesToDrop(quote: Quote): Line[] {
  return quote.bag.lines.filter((line) => {
    const item = quote.items.get(line.random_id);
    return item?.problem === 'presale' || (isGift(line) && item?.is_disable_gift === 1);
  });
}

function showLine(line: Line, quote: Quote | null, prices: PriceCache): ShownLine {
  const item = quote?.items.get(line.random_id);
  const known = prices.get(priceKey(line));
  const stock = quote?.stock.get(line.sku_id);
  const status = item?.status ?? 1;
  return {
    line,
    price: isGift(line) ? 0 : (item?.variant_price ?? known?.sale_price ?? line.price),
    originalPrice: isGift(line) ? 0 : (item?.original_price ?? known?.original_price ?? line.price),
    amount: item && item.quantity === line.quantity ? item.origin_amount : null,
    status,
    problem: item?.problem ?? '',
    isSelected: line.is_selected && status === 1,
    saleQuantity: stock?.sale_inventory_quantity ?? manyPieces,
  };
}

/** Text key of a line's problem (R51), '' where the line says nothing or has words of its own. */
export function problemText(problem: string): 'soldOut' | 'tailorUpdated' | '' {
  if (problem === 'sold_out' || problem === 'deleted' || problem === 'unpublished') return 'soldOut';
  return problem === 'changed' ? 'tailorUpdated' : '';
}

/** Lines as the list shows them: the lines of a bundle under one heading, everything else by itself, in their order. */
export function lineGroups(lines: readonly ShownLine[]): ShownLine[][] {
  const key = ({ line }: ShownLine) => (isBundle(line) ? `${line.code}\n${line.group}` : line.random_id);
  return [...Map.groupBy(lines, key).values()];
}
