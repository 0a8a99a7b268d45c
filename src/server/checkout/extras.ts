/** Calculates the tips and the shipping insurance of a checkout. Pure. Amounts are integer minor units. */
import { percentOf } from '#lib/money/decimal.ts';
import type { InsuranceSettings, TipSettings } from './settings.ts';

/** Returns the tips to offer for a product total, smallest first. */
export function tipChoices(
  settings: TipSettings,
  productTotal: number,
): { percent: number; amount: number }[] {
  if (!settings.enabled) return [];
  return settings.options
    .toSorted((left, right) => left - right)
    .map((percent) => ({ percent, amount: percentOf(productTotal, percent) }));
}

/** Returns why a tip is not allowed; '' if it is. A tip must be one of the choices or, if custom tips are on, at most `productTotal`. */
export function tipError(settings: TipSettings, productTotal: number, tip: number): string {
  if (tip === 0) return '';
  if (!settings.enabled) return 'This shop does not accept tips.';
  if (tipChoices(settings, productTotal).some((choice) => choice.amount === tip)) return '';
  if (!settings.custom_allowed) return 'Please choose one of the tips offered.';
  return tip <= productTotal ? '' : 'The tip cannot be more than the price of the products.';
}

/** Returns the price of the shipping insurance for a product total; null if insurance is not offered. */
export function insurancePrice(settings: InsuranceSettings, productTotal: number): number | null {
  if (!settings.enabled || productTotal <= 0) return null;
  return Math.max(settings.min, percentOf(productTotal, settings.percent));
}
