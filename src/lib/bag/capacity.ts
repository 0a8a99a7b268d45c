/** Unit limit of the bag (R14), and functions that count its units. Pure. */
import { maxLineQuantity } from '#lib/contract/bag-limits.ts';
import { isGift, type Line } from './line.ts';

/**
 * Number of units at which the bag is full and rejects additions (ADD-21). An addition made below the limit is accepted in full, even if
 * the bag then exceeds the limit.
 */
export const bagLimit = 99;

/** Returns the units of all lines except gifts, selected or not; the badge, the dropdown header and the bag limit all use this count. */
export function countUnits(lines: readonly Line[]): number {
  return lines.reduce((all, line) => (isGift(line) ? all : all + line.quantity), 0);
}

/**
 * Counts the units in a stored bag without decoding it fully, so that the inline script stays small. The result must equal that of
 * decodeBag and countUnits.
 * @param text the stored JSON of the bag
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
    // The text is not a valid bag: the bag store will start with an empty one.
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
