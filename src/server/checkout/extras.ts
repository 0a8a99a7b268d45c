/** Tip and shipping insurance of a checkout. Pure, in whole minor units. */
import { percentOf } from '#lib/money/decimal.ts';
import type { InsuranceSettings, TipSettings } from './settings.ts';

/** The tips offered for goods of this price, smallest first. */
export function tipChoices(settings: TipSettings, goods: number): { percent: number; amount: number }[] {
  if (!settings.enabled) return [];
  return settings.options
    .toSorted((left, right) => left - right)
    .map((percent) => ({ percent, amount: percentOf(goods, percent) }));
}

/** Why this tip cannot be given, '' when it can. A tip is one of the choices or, where allowed, up to the goods' price. */
export function tipProblem(settings: TipSettings, goods: number, tip: number): string {
  if (tip === 0) return '';
  if (!settings.enabled) return 'This shop takes no tips.';
  if (tipChoices(settings, goods).some((choice) => choice.amount === tip)) return '';
  if (!settings.custom_allowed) return 'Please choose one of the tips offered.';
  return tip <= goods ? '' : 'The tip cannot be more than the goods cost.';
}

/** Price of insuring goods of this value, null where it is not offered. */
export function insurancePrice(settings: InsuranceSettings, goods: number): number | null {
  if (!settings.enabled || goods <= 0) return null;
  return Math.max(settings.min, percentOf(goods, settings.percent));
}
