/** How the shop's own amounts are shown in the shopper's currency (R30). Each amount is converted by itself. */
import { decimal, divideHalfUp } from '#lib/money/decimal.ts';
import { formatMinor, withSymbol } from '#lib/money/format.ts';
import { currencyDigits } from '#lib/money/minor.ts';
import { type CurrencyConfig, type CurrencyEntry, ownCurrency } from './config.ts';

/**
 * Converts an amount of the shop's own currency: half up, in decimals.
 * @param minor integer minor units of the shop's own currency
 * @param digits decimals of the result
 * @returns integer in units of 10^-digits of the target
 */
export function convertMinor(minor: number, from: string, rate: number, digits: number): number {
  const { digits: rateDigits, scale } = decimal(rate);
  const numerator = BigInt(minor) * rateDigits * 10n ** BigInt(digits);
  return Number(divideHalfUp(numerator, 10n ** BigInt(scale + currencyDigits(from))));
}

/**
 * The amount a price is shown as, for machines: 28.5.
 * @param minor integer minor units of the shop's own currency
 * @param target the currency it is shown in
 */
export function displayAmount(minor: number, config: CurrencyConfig, target: CurrencyEntry): number {
  const shopCurrency = ownCurrency(config);
  const digits = currencyDigits(target.currency);
  if (target.currency === shopCurrency.currency) return minor / 10 ** digits;
  const places = config.round_integer ? 0 : digits;
  return convertMinor(minor, shopCurrency.currency, target.rate, places) / 10 ** places;
}

/**
 * The text of a price: `$1,234.50`.
 * @param minor integer minor units of the shop's own currency
 * @param target the currency to show it in
 */
export function displayMoney(minor: number, config: CurrencyConfig, target: CurrencyEntry): string {
  const shopCurrency = ownCurrency(config).currency;
  const digits = currencyDigits(target.currency);
  const places = config.round_integer ? 0 : digits;
  const shown =
    target.currency === shopCurrency
      ? minor
      : convertMinor(minor, shopCurrency, target.rate, places) * 10 ** (digits - places);
  return withSymbol(formatMinor(shown, digits, target.currency_format), target.currency_format);
}
