/** Which lines of the bag an order has taken. Pure. */
import { isGift, type Line } from '#lib/bag/line.ts';

interface OrderedItem {
  variant_id: number;
  quantity: number;
  is_gift: boolean;
}

/** The bag's lines that stand in the order, gifts for gifts, with the pieces ordered; lines left unticked were not. */
export function orderedLines(lines: readonly Line[], items: readonly OrderedItem[]): Line[] {
  const open = new Map<string, number>();
  const keyOf = (variantId: number, isFree: boolean) => `${variantId} ${isFree}`;
  for (const { variant_id, quantity, is_gift } of items) {
    const key = keyOf(variant_id, is_gift);
    open.set(key, (open.get(key) ?? 0) + quantity);
  }
  return lines.flatMap((line) => {
    const key = keyOf(line.sku_id, isGift(line));
    const left = open.get(key) ?? 0;
    if (!line.is_selected || left === 0) return [];
    const quantity = Math.min(line.quantity, left);
    open.set(key, left - quantity);
    return [{ ...line, quantity }];
  });
}
