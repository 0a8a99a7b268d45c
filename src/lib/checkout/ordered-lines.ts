/** Which lines of the bag an order has taken. Pure. */
import { isGift, type Line } from '#lib/bag/line.ts';

interface OrderedItem {
  variant_id: number;
  quantity: number;
  is_gift: boolean;
}

/** The bag's lines that stand in the order, with the pieces ordered; lines left unticked were not. */
export function orderedLines(lines: readonly Line[], items: readonly OrderedItem[]): Line[] {
  const open = new Map<number, number>();
  for (const { variant_id, quantity, is_gift } of items) {
    if (!is_gift) open.set(variant_id, (open.get(variant_id) ?? 0) + quantity);
  }
  return lines.flatMap((line) => {
    const left = open.get(line.sku_id) ?? 0;
    if (!line.is_selected || isGift(line) || left === 0) return [];
    const quantity = Math.min(line.quantity, left);
    open.set(line.sku_id, left - quantity);
    return [{ ...line, quantity }];
  });
}
