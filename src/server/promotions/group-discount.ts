/** Matching and discounts that kinds of groups share. Pure; minor units. */
import { percentOf } from '#lib/money/decimal.ts';
import type { GroupOffer, OfferLine } from './promotion-kind.ts';

export type GroupMode = 'fixed_price' | 'percent' | 'amount_off';

/**
 * Returns the discount of a group, calculated once for all its sets and limited to 0 … amount (R100): a fixed price above the
 * full price gives none.
 * @param value minor units for each set, or a percentage of the total
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

export function sumLineAmounts(lines: readonly OfferLine[]): number {
  return lines.reduce((all, line) => all + line.amount, 0);
}

/**
 * Returns the number of whole sets that the lines make, where `idOf` returns the part that a line is. Null if a line is no part,
 * two lines are the same part, a part is missing, or the lines are not the same whole number of sets.
 */
function setsOf(
  lines: readonly OfferLine[],
  quantities: ReadonlyMap<number, number>,
  idOf: (line: OfferLine) => number,
): number | null {
  if (lines.length !== quantities.size || new Set(lines.map(idOf)).size !== lines.length) return null;
  const sets = new Set(lines.map((line) => line.quantity / (quantities.get(idOf(line)) ?? Number.NaN)));
  const [first = Number.NaN] = sets;
  return sets.size === 1 && Number.isInteger(first) ? first : null;
}

/**
 * Returns a matcher for sets of fixed parts, with a price or a discount for each set.
 * @param quantities quantity of each part, by the id that `idOf` returns for a line
 */
export function createSetMatcher(
  quantities: ReadonlyMap<number, number>,
  idOf: (line: OfferLine) => number,
  mode: GroupMode,
  value: number,
): GroupOffer['match'] {
  return (lines) => {
    const sets = setsOf(lines, quantities, idOf);
    if (sets === null) return null;
    return {
      discount: groupDiscount(mode, value, sumLineAmounts(lines), sets),
      isAchieved: true,
      next: null,
    };
  };
}
