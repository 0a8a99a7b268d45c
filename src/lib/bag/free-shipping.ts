import type { WireShippingRule } from '../contract/wire-shipping.ts';

export interface FreeShippingProgress {
  /** Progress towards free shipping, a whole number from 0 to 100. */
  percent: number;
  /** Amount remaining until free shipping, in the shop's currency; 0 if shipping is free. */
  missing: number;
}

/**
 * Returns the progress for the free-shipping bar (R67), or null to hide the bar.
 * @param setting the setting freeShippingThreshold, shop currency: a number or numeric text; anything else hides the bar
 * @param total the bag's total_pay_amount
 */
export function getFreeShippingProgress(setting: unknown, total: number): FreeShippingProgress | null {
  const isText = typeof setting === 'string' && setting.trim() !== '';
  const threshold = typeof setting === 'number' || isText ? Number(setting) : Number.NaN;
  if (!Number.isFinite(threshold)) return null;
  if (threshold <= 0 || total >= threshold) return { percent: 100, missing: 0 };
  return { percent: Math.floor((total / threshold) * 100), missing: threshold - total };
}

/**
 * Returns the shipping rules that the bag displays: free shipping that depends on the amount or on the number of units (SHIPR-02,
 * SHIPR-03).
 */
export function relevantShippingRules(rules: readonly WireShippingRule[]): WireShippingRule[] {
  return rules.filter(
    ({ shipping_type, shipping_amount }) => (shipping_type === 1 || shipping_type === 3) && !shipping_amount,
  );
}

/**
 * Returns how many more units the bag needs for free shipping, by the nearest rule that depends on the number of units.
 * @param units units of the selected lines, without gifts
 * @returns 0 if shipping is free; null if there is no such rule, or if the bag has more units than every such rule allows
 */
export function unitsUntilFreeShipping(rules: readonly WireShippingRule[], units: number): number | null {
  const unitRules = rules.filter(({ shipping_type }) => shipping_type === 3);
  if (unitRules.some(({ min, max }) => min <= units && (max === null || units <= max))) return 0;
  const ahead = unitRules.map(({ min }) => min - units).filter((missing) => missing > 0);
  return ahead.length === 0 ? null : Math.min(...ahead);
}

/** Returns true if a rule that depends on the amount makes shipping free. @param total the bag's total_pay_amount */
export function isFreeByAmount(rules: readonly WireShippingRule[], total: number): boolean {
  return rules.some(
    ({ shipping_type, min, max }) => shipping_type === 1 && min <= total && (max === null || total <= max),
  );
}
