/** Matching and discount calculation shared by all promotions on groups of lines. Pure; amounts are in minor units. */
import { percentOf } from '#lib/money/decimal.ts';
import type { GroupOffer, OfferLine } from './promotion-kind.ts';

export type GroupMode = 'fixed_price' | 'percent' | 'amount_off';

/**
 * Returns the discount of a group, calculated once for all sets in the group and clamped to 0 … `amount` (R100). A fixed price
 * above the full price gives no discount.
 * @param value minor units per set, or a percentage of the total
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
 * Returns how many complete sets the lines make up; `idOf` returns the id of the set item that a line represents. Returns null if a
 * line is not an item of the set, two lines are the same item, an item is missing, or the quantities do not add up to complete
 * sets.
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
 * Returns a matcher for sets of fixed items, with a price or a discount per set.
 * @param quantities units of each item in one set, by item id as returned by `idOf`
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
