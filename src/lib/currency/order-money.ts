import { formatMoney } from '#lib/money/format.ts';
import { type CurrencyConfig, findShopCurrency } from './config.ts';

/** Formats integer minor units in the currency the order is charged in, never converted: 5495 → `$54.95`. */
export type OrderMoneyFormatter = (minor: number) => string;

/** @param code the order's currency: the shop's own, or the one it had when the order was placed */
export function createOrderMoneyFormatter(currency: CurrencyConfig, code: string): OrderMoneyFormatter {
  const shopCurrency = findShopCurrency(currency);
  const format =
    shopCurrency.currency === code
      ? shopCurrency.currency_format
      : { ...shopCurrency.currency_format, format: `{{amount}} ${code}` };
  return (minor) => formatMoney(minor, code, format);
}
