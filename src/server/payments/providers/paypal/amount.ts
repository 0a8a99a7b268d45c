/** Amounts as PayPal writes them: decimal strings with the currency's own digits. */
import { currencyDigits, parseAmount } from '#lib/money/minor.ts';

/** Currencies in which PayPal takes whole units only. */
const wholeOnly = new Set(['JPY', 'HUF', 'TWD']);

export interface PayPalAmount {
  currency_code: string;
  value: string;
}

/**
 * 1234 USD → `{USD, '12.34'}`, 1234 JPY → `{JPY, '1234'}`.
 * @param minor integer minor units
 * @throws RangeError for a fraction of a unit that PayPal does not take in this currency
 */
export function toPayPal(minor: number, currency: string): PayPalAmount {
  if (!Number.isSafeInteger(minor) || minor < 0) throw new RangeError(`${minor} is not an amount`);
  const digits = currencyDigits(currency);
  const text = String(minor).padStart(digits + 1, '0');
  const whole = text.slice(0, text.length - digits);
  const fraction = text.slice(text.length - digits);
  if (!wholeOnly.has(currency)) {
    return { currency_code: currency, value: digits > 0 ? `${whole}.${fraction}` : whole };
  }
  if (Number(fraction) !== 0) throw new RangeError(`PayPal takes only whole ${currency}`);
  return { currency_code: currency, value: whole };
}

/** The inverse. @throws RangeError for what is no amount of its currency */
export function fromPayPal({ value, currency_code }: PayPalAmount): number {
  const minor = parseAmount(value, currency_code);
  if (minor === null || minor < 0) throw new RangeError(`"${value}" is not an amount of ${currency_code}`);
  return minor;
}
