import { multiplyHalfUp, parseDecimal } from './decimal.ts';
import { currencyDigits } from './minor.ts';

/** Format of amounts in a currency (R59); `format` contains the placeholder `{{amount}}`, e.g. `${{amount}}`. */
export interface CurrencyFormat {
  decimal_mark: string;
  thousands_separator: string;
  symbol: string;
  format: string;
}

/** Fallback when the shop's currency cannot be loaded (R59). */
export const usdFormat: CurrencyFormat = {
  decimal_mark: '.',
  thousands_separator: ',',
  symbol: '$',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the placeholder of R59
  format: '${{amount}}',
};

/**
 * Formats an integer with thousands separators and `digits` decimals: 123450 with 2 → `1,234.50`.
 * @param minor integer in units of 10^-digits
 */
export function formatMinor(
  minor: number,
  digits: number,
  marks: Pick<CurrencyFormat, 'decimal_mark' | 'thousands_separator'>,
): string {
  const text = String(Math.abs(minor)).padStart(digits + 1, '0');
  const whole = text.slice(0, text.length - digits);
  const grouped =
    whole.length > 3 ? whole.replace(/\B(?=(\d{3})+$)/g, () => marks.thousands_separator) : whole;
  const fraction = digits > 0 ? marks.decimal_mark + text.slice(text.length - digits) : '';
  return `${minor < 0 ? '-' : ''}${grouped}${fraction}`;
}

/**
 * Formats a plain number, such as an amount beside its currency code: 1234.5 → `1,234.50` (PRICE-22, R30).
 * @param digits decimals of the currency
 */
export function formatNumber(value: number, digits = 2): string {
  return formatMinor(multiplyHalfUp(10 ** digits, parseDecimal(value)), digits, usdFormat);
}

/** Formats an amount in minor units of its currency, e.g. 123450 USD → `$1,234.50` (R30). */
export function formatMoney(minor: number, currency: string, format: CurrencyFormat): string {
  return withSymbol(formatMinor(minor, currencyDigits(currency), format), format);
}

/** Inserts a formatted amount into the format's placeholder; a minus sign stays in front of the symbol. */
export function withSymbol(amount: string, format: CurrencyFormat): string {
  const negative = amount.startsWith('-');
  const text = format.format.replaceAll('{{amount}}', () => (negative ? amount.slice(1) : amount));
  return negative ? `-${text}` : text;
}
