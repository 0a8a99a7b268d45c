/** What groups of lines have in common: sets, and what is taken off them. Pure; minor units. */
import { percentOf } from '#lib/money/decimal.ts';
import type { OfferLine } from './kind.ts';

export type GroupMode = 'fixed_price' | 'percent' | 'amount_off';

/**
 * The discount of a group, reckoned once for all its sets and kept between 0 and the amount (R100): a fixed price above the
 * full price gives none.
 * @param value minor units for each set, or a percentage of the whole
 */
export function groupDiscount(mode: GroupMode, value: number, amount: number, sets: number): number {
  const off =
    mode === 'percent'
      ? percentOf(amount, value)
      : mode === 'fixed_price'
        ? amount - value * sets
        : value * sets;
  return Math.min(Math.max(0, off), amount);
}

export function amountOf(lines: readonly OfferLine[]): number {
  return lines.reduce((all, line) => all + line.amount, 0);
}

/**
 * How many whole sets the lines are, each line being the part that `piecesOf` names; null when a line is no part, two lines
 * are the same part, a part is missing, or the lines are not the same whole number of sets.
 * @param parts how many parts a set has
 */
export function setsOf(
  lines: readonly OfferLine[],
  parts: number,
  partOf: (line: OfferLine) => { id: number; pieces: number } | null,
): number | null {
  if (lines.length !== parts) return null;
  const seen = new Set<number>();
  let sets: number | null = null;
  for (const line of lines) {
    const part = partOf(line);
    if (!part || seen.has(part.id)) return null;
    seen.add(part.id);
    const here = line.quantity / part.pieces;
    if (!Number.isInteger(here) || (sets !== null && sets !== here)) return null;
    sets = here;
  }
  return sets;
}
