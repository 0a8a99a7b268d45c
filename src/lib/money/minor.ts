/** Converts between integer minor units, which the server uses internally, and decimal amounts, which the API uses (R100). */
import { multiplyHalfUp, parseDecimal } from './decimal.ts';

/** Number of decimals of currencies that do not have two. The requirements define only JPY. */
const digitsOf: Readonly<Record<string, number>> = { JPY: 0 };

/** Returns the number of decimals of an amount, internally and in the API: 0 for JPY, otherwise 2 (R100; KWD uses 2 of its 3). */
export function currencyDigits(currency: string): number {
  return digitsOf[currency] ?? 2;
}

/**
 * Converts minor units to an API amount: 1999 USD → 19.99; 1999 JPY → 1999.
 * @param minor integer minor units
 * @throws RangeError if `minor` is not a safe integer: a computed fraction must never leave the server
 */
export function toWire(minor: number, currency: string): number {
  if (!Number.isSafeInteger(minor)) throw new RangeError(`${minor} is not a whole number of minor units`);
  return minor / 10 ** currencyDigits(currency);
}

/**
 * Converts an API amount to minor units: 19.99 USD → 1999. The inverse of toWire, without rounding.
 * @throws RangeError if the amount is not finite or has more decimals than the currency
 */
export function fromWire(amount: number, currency: string): number {
  const minor = Number.isFinite(amount) ? Math.round(amount * 10 ** currencyDigits(currency)) : Number.NaN;
  if (!Number.isSafeInteger(minor) || toWire(minor, currency) !== amount) {
    throw new RangeError(`${amount} is not an amount of ${currency}`);
  }
  return minor;
}

/**
 * Converts like fromWire, but rounds surplus decimals; for amounts that are only displayed, never charged. A price read while the shop's
 * currency changes, or a limit typed into a filter, must not make the page fail.
 */
export function roundToMinorUnits(amount: number, currency: string): number {
  return Math.round(amount * 10 ** currencyDigits(currency));
}

/** Parses an amount into minor units: `'1234.5'` → 123450, rounded half up; null if the text is not a plain decimal number. */
export function parseAmount(text: string, currency: string): number | null {
  if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(text.trim())) return null;
  const minor = multiplyHalfUp(10 ** currencyDigits(currency), parseDecimal(text));
  return Number.isSafeInteger(minor) ? minor : null;
}
