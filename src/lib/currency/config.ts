/** The shop's currencies in the format of GET /api/v1/currency (CUR-02, CUR-03). */
import { type CurrencyFormat, usdFormat } from '#lib/money/format.ts';

export interface CurrencyEntry {
  currency: string;
  /** Exchange rate: the value of one unit of the shop's currency in this currency. */
  rate: number;
  is_default: boolean;
  /** Name for currency pickers; islands receive neither `name` nor `flag`. */
  name?: string;
  flag?: string;
  currency_format: CurrencyFormat;
}

export interface CurrencyConfig {
  round_integer: boolean;
  default_show_currency: string;
  currencies: CurrencyEntry[];
}

/** Fallback if the config cannot be loaded (R59). */
export const usdConfig = {
  round_integer: false,
  default_show_currency: 'USD',
  currencies: [
    { currency: 'USD', rate: 1, is_default: true, name: 'US Dollar', flag: 'us', currency_format: usdFormat },
  ],
} satisfies CurrencyConfig;

/** Returns the shop's own currency, in which orders are charged. The schema in contract/wire-theme.ts requires at least one currency. */
export function findShopCurrency({ currencies }: { currencies: readonly CurrencyEntry[] }): CurrencyEntry {
  return currencies.find((entry) => entry.is_default) ?? currencies[0]!;
}

/**
 * Returns the currency for display: the stored one if it is one of several that the shop offers, otherwise the default display currency.
 */
export function findDisplayCurrency(config: CurrencyConfig, stored: string | null): CurrencyEntry {
  const find = (code: string | null) => config.currencies.find((entry) => entry.currency === code);
  const shopEntry = findShopCurrency(config);
  if (config.currencies.length < 2) return shopEntry;
  return find(stored) ?? find(config.default_show_currency) ?? shopEntry;
}
