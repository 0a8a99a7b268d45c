import { formatMoney } from '#lib/money/format.ts';
import { type CurrencyConfig, findShopCurrency } from './config.ts';

/** Formats minor units in the currency in which the order is charged, without conversion: 5495 → `$54.95`. */
export type OrderMoneyFormatter = (minor: number) => string;

/**
 * Creates the formatter for the amounts of an order.
 * @param code currency of the order; it differs from the shop's currency if the shop has changed its currency since the order
 */
export function createOrderMoneyFormatter(currency: CurrencyConfig, code: string): OrderMoneyFormatter {
  const shopCurrency = findShopCurrency(currency);
  const format =
    shopCurrency.currency === code
      ? shopCurrency.currency_format
      : { ...shopCurrency.currency_format, format: `{{amount}} ${code}` };
  return (minor) => formatMoney(minor, code, format);
}
