/** An account's limits as amounts to read, in the currency orders are charged in. */
import { formatMoney, usdFormat } from '#lib/money/format.ts';
import { shownMinor } from '#lib/money/minor.ts';
import type { PayPalConfig } from '#lib/paypal/rules.ts';

export type Limits = Pick<PayPalConfig, 'currency' | 'min_amount' | 'max_amount'>;

/** @returns max: null for no upper limit */
export function shownLimits({ currency, min_amount, max_amount }: Limits): {
  min: string;
  max: string | null;
} {
  const format = currency === 'USD' ? usdFormat : { ...usdFormat, format: `{{amount}} ${currency}` };
  const money = (amount: number) => formatMoney(shownMinor(amount, currency), currency, format);
  return { min: money(min_amount ?? 0), max: max_amount === null ? null : money(max_amount) };
}
