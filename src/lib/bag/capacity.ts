/** The unit limit of the bag (R14). Pure. */
import { maxLineQuantity } from '#lib/contract/bag-limits.ts';
import { isGift, type Line } from './line.ts';

/** From this many units on, the bag rejects additions (ADD-21). An addition that starts below the limit is accepted whole. */
export const bagLimit = 99;

/** Returns the units of all lines except gifts, selected or not: badge, dropdown header and limit share this sum. */
export function countUnits(lines: readonly Line[]): number {
  return lines.reduce((all, line) => (isGift(line) ? all : all + line.quantity), 0);
}

/**
 * Returns the units in a stored bag; small enough for the inline script. Must agree with decodeBag and countUnits.
 * @param text the stored value of the bag's key
 */
export function countStoredUnits(text: string | null): number {
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

export function isBagFull(lines: readonly Line[]): boolean {
  return countUnits(lines) >= bagLimit;
}

/** Returns the badge's text: `99+` above the limit (BAG-27). */
export function badgeText(count: number): string {
  return count > bagLimit ? `${bagLimit}+` : String(count);
}
