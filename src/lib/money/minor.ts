/** Money inside is integer minor units; on the wire it is a number of the currency itself (R100). */
import { decimal, multiplyHalfUp } from './decimal.ts';

/** Currencies whose smallest unit is not a hundredth. The documents know two decimals, and none for JPY. */
const digitsOf: Readonly<Record<string, number>> = { JPY: 0 };

/** Decimals of an amount in this currency, inside and on the wire: 0 for JPY, else 2 (R100; three of KWD are kept to 2). */
export function currencyDigits(currency: string): number {
  return digitsOf[currency] ?? 2;
}

/**
 * 1999 USD → 19.99; 1999 JPY → 1999.
 * @param minor integer minor units
 * @throws RangeError when `minor` is not a safe integer: a computed fraction must never leave the server
 */
export function toWire(minor: number, currency: string): number {
  if (!Number.isSafeInteger(minor)) throw new RangeError(`${minor} is not a whole number of minor units`);
  return minor / 10 ** currencyDigits(currency);
}

/**
 * 19.99 USD → 1999. The inverse of toWire, without rounding.
 * @throws RangeError for an amount with more decimals than the currency has, or none at all
 */
export function fromWire(amount: number, currency: string): number {
  const minor = Number.isFinite(amount) ? Math.round(amount * 10 ** currencyDigits(currency)) : Number.NaN;
  if (!Number.isSafeInteger(minor) || toWire(minor, currency) !== amount) {
    throw new RangeError(`${amount} is not an amount of ${currency}`);
  }
  return minor;
}

/**
 * As fromWire for an amount that is only shown, never charged: decimals that the currency has not are rounded. A price
 * that was read while the shop's currency changed, or a bound typed into a filter, must not end a page.
 */
export function shownMinor(amount: number, currency: string): number {
  return Math.round(amount * 10 ** currencyDigits(currency));
}

/** `'1234.5'` → 123450, rounded half up to the currency's decimals; null for what is no plain decimal number. */
export function parseAmount(text: string, currency: string): number | null {
  if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(text.trim())) return null;
  const minor = multiplyHalfUp(10 ** currencyDigits(currency), decimal(text));
  return Number.isSafeInteger(minor) ? minor : null;
}
