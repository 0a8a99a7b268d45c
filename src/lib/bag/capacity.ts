/** How many pieces the bag holds, and when it takes no more (R14). Pure. */
import { maxLineQuantity } from '#lib/contract/bag-limits.ts';
import { isGift, type Line } from './line.ts';

/** At this many pieces adding is refused (ADD-21). An add that starts below is accepted whole. */
export const bagLimit = 99;

/** Pieces of all lines that are no gifts, selected or not: badge, dropdown header and limit show the same sum. */
export function countUnits(lines: readonly Line[]): number {
  return lines.reduce((all, line) => (isGift(line) ? all : all + line.quantity), 0);
}

/**
 * Pieces in a stored bag, small enough for the inline script; agrees with decodeBag and countUnits.
 * @param text what stands under the bag's key
 */
export function countStored(text: string | null): number {
  let count = 0;
  try {
    const stored = JSON.parse(text || '0');
    for (const line of stored.lines ?? stored) {
      if (line?.id >= 1 && line.sku_id >= 1 && !line.extend_params?.is_gift) {
        count += Math.min(maxLineQuantity, Math.trunc(line.quantity >= 1 ? line.quantity : 1));
      }
    }
  } catch {
    // Not a bag: the store, which reads it next, starts an empty one.
  }
  return count;
}

export function isFull(lines: readonly Line[]): boolean {
  return countUnits(lines) >= bagLimit;
}

/** The badge's text: `99+` above the limit (BAG-27). */
export function badgeText(count: number): string {
  return count > bagLimit ? `${bagLimit}+` : String(count);
}
