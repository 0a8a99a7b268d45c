/** How many pieces the bag holds, and when it takes no more (R14). Pure. */
import { isGift, type Line } from './line.ts';

/** At this many pieces adding is refused (ADD-21). An add that starts below is accepted whole. */
export const bagLimit = 99;

/** Pieces of all lines that are no gifts, selected or not: badge, dropdown header and limit show the same sum. */
export function countPieces(lines: readonly Line[]): number {
  return lines.reduce((all, line) => (isGift(line) ? all : all + line.quantity), 0);
}

export function isFull(lines: readonly Line[]): boolean {
  return countPieces(lines) >= bagLimit;
}

/** The badge's text: `99+` above the limit (BAG-27). */
export function badgeText(count: number): string {
  return count > bagLimit ? `${bagLimit}+` : String(count);
}
