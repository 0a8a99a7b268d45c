/** Prices the bag while discounts are unavailable: uses the server's prices and stock, and adds the prices up (DISC-15). Pure. */
import type { Bag } from './bag-codec.ts';
import type { BagPricing, PriceCache, PricedItem, VariantStock } from './bag-pricing.ts';
import { priceKey } from './checkout-groups.ts';
import { groupKey, isBundle, isGift, type Line } from './line.ts';

/**
 * Calculates the line amounts and the total without discounts.
 * @returns null if a price is missing: amounts are never estimated
 */
export function calculateFallbackPricing(
  bag: Bag,
  stock: readonly VariantStock[],
  prices: PriceCache,
): Pick<BagPricing, 'items' | 'totalPay' | 'stock'> | null {
  const stockBySku = new Map(stock.map((entry) => [entry.sku_id, entry]));
  const items = new Map<string, PricedItem>();
  for (const line of bag.lines) {
    const item = toItem(line, stockBySku.get(line.sku_id), prices);
    if (!item) return null;
    items.set(line.random_id, item);
  }
  // A bundle is sold only as a whole (R100): if a line is unavailable, or only some lines are selected, the total excludes the bundle.
  const bundles = Map.groupBy(bag.lines.filter(isBundle), groupKey);
  for (const lines of bundles.values()) {
    const parts = lines.map((line) => items.get(line.random_id)!);
    const isWhole = lines.every(
      ({ is_selected }, at) => parts[at]!.status === 1 && is_selected === lines[0]!.is_selected,
    );
    if (isWhole) continue;
    for (const part of parts)
      Object.assign(part, { problem: part.status === 1 ? 'changed' : part.problem, status: 0 });
  }
  const ordered = bag.lines.filter((line) => line.is_selected && items.get(line.random_id)!.status === 1);
  const cents = ordered.reduce(
    (all, line) => all + Math.round(items.get(line.random_id)!.pay_amount * 100),
    0,
  );
  return { items, totalPay: cents / 100, stock: stockBySku };
}

function toItem(line: Line, stock: VariantStock | undefined, prices: PriceCache): PricedItem | null {
  const price = prices.get(priceKey(line));
  if (!price && !isGift(line)) return null;
  const variant_price = isGift(line) ? 0 : price!.sale_price;
  const amount = Math.round(variant_price * 100 * line.quantity) / 100;
  const problem = problemOf(line, stock, price?.tailor_status ?? 1);
  return {
    quantity: line.quantity,
    variant_price,
    is_disable_gift: 0,
    status: problem === '' || problem === 'not_enough' ? 1 : 0,
    problem,
    origin_amount: amount,
    pay_amount: amount,
  };
}

function problemOf({ quantity }: Line, stock: VariantStock | undefined, tailorStatus: 0 | 1): string {
  if (!stock || stock.is_product_deleted) return 'deleted';
  if (!stock.is_product_published) return 'unpublished';
  if (tailorStatus === 0) return 'changed';
  if (stock.sale_status === 0) return 'sold_out';
  return quantity > (stock.sale_inventory_quantity ?? quantity) ? 'not_enough' : '';
}
