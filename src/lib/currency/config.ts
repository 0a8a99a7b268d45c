/** The shop's currencies as GET /api/v1/currency answers them (CUR-02, CUR-03). */
import { type CurrencyFormat, usdFormat } from '#lib/money/format.ts';

export interface CurrencyEntry {
  currency: string;
  /** Amount of this currency for one of the shop's own. */
  rate: number;
  is_default: boolean;
  /** For pickers; islands are not sent it, nor the flag. */
  name?: string;
  flag?: string;
  currency_format: CurrencyFormat;
}

export interface CurrencyConfig {
  round_integer: boolean;
  default_show_currency: string;
  currencies: CurrencyEntry[];
}

/** Stands in when the config cannot be loaded (R59). */
export const usdConfig = {
  round_integer: false,
  default_show_currency: 'USD',
  currencies: [
    { currency: 'USD', rate: 1, is_default: true, name: 'US Dollar', flag: 'us', currency_format: usdFormat },
  ],
} satisfies CurrencyConfig;

/** The shop's own currency, in which orders are charged. A config has one at least (contract/wire-theme.ts). */
export function ownCurrency({ currencies }: { currencies: readonly CurrencyEntry[] }): CurrencyEntry {
  return currencies.find((entry) => entry.is_default) ?? currencies[0]!;
}

/** The currency to show: the stored one if the shop has it and has a choice at all, else the shop's default to show. */
export function shownCurrency(config: CurrencyConfig, stored: string | null): CurrencyEntry {
  const find = (code: string | null) => config.currencies.find((entry) => entry.currency === code);
  const shopEntry = ownCurrency(config);
  if (config.currencies.length < 2) return shopEntry;
  return find(stored) ?? find(config.default_show_currency) ?? shopEntry;
}
