/** Amounts of an order: always in the currency it is charged in, never converted. */
import { type CurrencyConfig, ownCurrency } from '#lib/currency/config.ts';
import { formatMoney } from '#lib/money/format.ts';
import { shownMinor } from '#lib/money/minor.ts';

/** @returns writes an amount of the wire, e.g. 54.95 → `$54.95` */
export function orderMoney(currency: CurrencyConfig, code: string): (amount: number) => string {
  const own = ownCurrency(currency);
  const format =
    own.currency === code ? own.currency_format : { ...own.currency_format, format: `{{amount}} ${code}` };
  return (amount) => formatMoney(shownMinor(amount, code), code, format);
}
