/** Checks order amounts against the limits of payment accounts (R23). */
import * as codes from '#lib/contract/codes.ts';
import { formatNumber } from '#lib/money/format.ts';
import { currencyDigits, toWire } from '#lib/money/minor.ts';
import { Failure } from '../core/failure.ts';
import type { PaymentProvider } from '../core/payment-provider.ts';
import {
  getAccountLimits,
  isWithinAccountLimits,
  type PaymentAccountLimits,
  type PaymentSettings,
} from './settings.ts';

/** Converts limits from minor units to API amounts in the currency's major unit; null means no limit. */
export function wireLimits(limits: PaymentAccountLimits, currency: string) {
  const wire = (minor: number | null) => (minor === null ? null : toWire(minor, currency));
  return { min_amount: wire(limits.min_amount), max_amount: wire(limits.max_amount) };
}

/**
 * Checks an amount before a payment is created (PPX-15).
 * @param amount minor units
 * @throws Failure 10001 with the limits in its message if the amount is outside them
 */
export function checkLimits(
  settings: PaymentSettings,
  accountId: string,
  { name, brand = 'This payment method' }: Pick<PaymentProvider, 'name' | 'brand'>,
  amount: number,
  currency: string,
): void {
  const limits = getAccountLimits(settings, accountId, name);
  if (isWithinAccountLimits(amount, limits)) return;
  const { min_amount, max_amount } = wireLimits(limits, currency);
  const bound = (word: string, amount: number | null) =>
    amount === null ? '' : ` ${word} ${formatNumber(amount, currencyDigits(currency))} ${currency}`;
  const bounds = [bound('from', min_amount), bound('to', max_amount)];
  throw new Failure(codes.badParameter, `${brand} accepts orders${bounds.join('')}.`);
}
