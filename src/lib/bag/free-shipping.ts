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
