/** Exact decimal arithmetic on integers: 1.005 is treated as that decimal, not as its binary approximation (R30). */

/** A decimal with the value `digits / 10 ** scale`. */
export interface Decimal {
  digits: bigint;
  scale: number;
}

/**
 * Parses a number by its printed decimal form, so that 1.005 is exactly 1005 / 1000.
 * @throws RangeError if the value is not a finite decimal
 */
export function parseDecimal(value: number | string): Decimal {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,3}))?$/i.exec(String(value).trim());
  const whole = match?.[2] ?? '';
  const fraction = match?.[3] ?? '';
  if (!match || whole + fraction === '') throw new RangeError(`"${value}" is not a decimal number`);
  const digits = BigInt(whole + fraction) * (match[1] === '-' ? -1n : 1n);
  const scale = fraction.length - Number(match[4] ?? 0);
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 };
}

/**
 * Returns numerator / denominator, rounded to a whole number with halves rounded up (towards +∞).
 * @throws RangeError if the denominator is not above 0
 */
export function divideHalfUp(numerator: bigint, denominator: bigint): bigint {
  if (denominator <= 0n) throw new RangeError('the denominator must be above 0');
  return floorDivide(2n * numerator + denominator, 2n * denominator);
}

function floorDivide(numerator: bigint, denominator: bigint): bigint {
  const quotient = numerator / denominator;
  return numerator % denominator < 0n ? quotient - 1n : quotient;
}

/**
 * Returns amount × factor, rounded half up to a whole number.
 * @param amount integer, e.g. minor units
 * @param factor exact decimal: a rate, or a percentage ÷ 100
 */
export function multiplyHalfUp(amount: number, factor: Decimal): number {
  return Number(divideHalfUp(BigInt(amount) * factor.digits, 10n ** BigInt(factor.scale)));
}

/** Returns a percentage of an amount in minor units, rounded half up; `percent` 12.5 means 12.5 %. */
export function percentOf(amount: number, percent: number): number {
  // Fast path without BigInt: below 1e14, dividing by 100 never rounds a fraction up to the next whole number.
  if (Number.isInteger(percent) && amount >= 0 && percent >= 0 && amount * percent < 1e14)
    return Math.floor((amount * percent + 50) / 100);
  const { digits, scale } = parseDecimal(percent);
  return multiplyHalfUp(amount, { digits, scale: scale + 2 });
}
