import type { WireShipping } from '../contract/wire-shipping.ts';

/** The free-shipping bar (R67). Pure. */

export interface FreeShipping {
  /** 0 to 100, whole. */
  percent: number;
  /** What is still missing, shop currency; 0 when shipping is free. */
  missing: number;
}

/**
 * @param setting freeShippingThreshold, shop currency: a number, or text that reads as one; anything else hides the bar
 * @param total total_pay_amount
 */
export function freeShipping(setting: unknown, total: number): FreeShipping | null {
  const isText = typeof setting === 'string' && setting.trim() !== '';
  const threshold = typeof setting === 'number' || isText ? Number(setting) : Number.NaN;
  if (!Number.isFinite(threshold)) return null;
  if (threshold <= 0 || total >= threshold) return { percent: 100, missing: 0 };
  return { percent: Math.floor((total / threshold) * 100), missing: threshold - total };
}

/** What the bag keeps of the rules: those by amount and by pieces that cost nothing (SHIPR-02, SHIPR-03). */
export function relevantRules(rules: readonly WireShipping[]): WireShipping[] {
  return rules.filter(
    ({ shipping_type, shipping_amount }) => (shipping_type === 1 || shipping_type === 3) && !shipping_amount,
  );
}

/**
 * The rule by pieces that is reached, or the nearest one that is not.
 * @param pieces of the selected lines without gifts
 * @returns pieces still missing, 0 when shipping is free; null where no rule counts pieces, or too many are in the bag
 */
export function unitsMissing(rules: readonly WireShipping[], pieces: number): number | null {
  const byPieces = rules.filter(({ shipping_type }) => shipping_type === 3);
  if (byPieces.some(({ min, max }) => min <= pieces && (max === null || pieces <= max))) return 0;
  const ahead = byPieces.map(({ min }) => min - pieces).filter((missing) => missing > 0);
  return ahead.length === 0 ? null : Math.min(...ahead);
}

/** True where a rule by amount makes shipping free. @param total total_pay_amount */
export function isFreeByAmount(rules: readonly WireShipping[], total: number): boolean {
  return rules.some(
    ({ shipping_type, min, max }) => shipping_type === 1 && min <= total && (max === null || total <= max),
  );
}
