/** Converts amounts from the shop's currency to the shopper's currency for display (R30). Each amount is converted separately. */
import { divideHalfUp, parseDecimal } from '#lib/money/decimal.ts';
import { formatMinor, withSymbol } from '#lib/money/format.ts';
import { currencyDigits } from '#lib/money/minor.ts';
import { type CurrencyConfig, type CurrencyEntry, findShopCurrency } from './config.ts';

/**
 * Converts an amount of the shop's currency with exact decimal arithmetic, rounded half up.
 * @param minor amount in minor units of the shop's currency, an integer
 * @param digits decimals of the result
 * @returns integer in units of 10^-digits of the target currency
 */
export function convertMinor(minor: number, from: string, rate: number, digits: number): number {
  const { digits: rateDigits, scale } = parseDecimal(rate);
  const numerator = BigInt(minor) * rateDigits * 10n ** BigInt(digits);
  return Number(divideHalfUp(numerator, 10n ** BigInt(scale + currencyDigits(from))));
}

/**
 * Returns the converted amount as a number, such as 28.5, for structured data.
 * @param minor amount in minor units of the shop's currency, an integer
 * @param target currency for display
 */
export function convertForDisplay(minor: number, config: CurrencyConfig, target: CurrencyEntry): number {
  const shopCurrency = findShopCurrency(config);
  const digits = currencyDigits(target.currency);
  if (target.currency === shopCurrency.currency) return minor / 10 ** digits;
  const places = config.round_integer ? 0 : digits;
  return convertMinor(minor, shopCurrency.currency, target.rate, places) / 10 ** places;
}

/**
 * Converts and formats a price: `$1,234.50`.
 * @param minor amount in minor units of the shop's currency, an integer
 * @param target currency for display
 */
export function formatDisplayPrice(minor: number, config: CurrencyConfig, target: CurrencyEntry): string {
  const shopCurrency = findShopCurrency(config).currency;
  const digits = currencyDigits(target.currency);
  const places = config.round_integer ? 0 : digits;
  const shown =
    target.currency === shopCurrency
      ? minor
      : convertMinor(minor, shopCurrency, target.rate, places) * 10 ** (digits - places);
  return withSymbol(formatMinor(shown, digits, target.currency_format), target.currency_format);
}
