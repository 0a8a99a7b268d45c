import type { DeliveryEstimate } from '../contract/delivery-estimate.ts';
import { dateFormat } from '../date-format.ts';
import type { Translator } from '../messages/format.ts';
import type { orderTexts } from '../messages/order.ts';

type LateText = (typeof orderTexts)['wasToArrive'];

/**
 * Formats a delivery estimate the same way everywhere in the shop: `Arrives Thu, Nov 26 – Mon, Nov 30`, or a single day. Formats each day
 * separately, because the separator of `formatRange` differs between the server and browsers.
 */
export function formatDeliveryEstimate(
  texts: Translator<{ lang: 'en'; arrives: 'Arrives {days}' }>,
  arrival: DeliveryEstimate,
): string {
  const lang = texts.text('lang');
  // Non-breaking spaces: a line may break after the dash, but not within a date.
  const days = [...new Set([arrival.from, arrival.to])].map((day) =>
    formatDay(day, lang, 'short').replaceAll(' ', '\u00a0'),
  );
  return texts.text('arrives', { days: days.join('\u00a0– ') });
}

/** Formats the delivery estimate of an undelivered order, in the past tense once its last day has ended. */
export function formatOrderDeliveryEstimate(
  texts: Translator<{ lang: 'en'; arrives: 'Arrives {days}'; wasToArrive: LateText }>,
  arrival: DeliveryEstimate,
  isLate: boolean,
): string {
  if (!isLate) return formatDeliveryEstimate(texts, arrival);
  const day = formatDay(arrival.to, texts.text('lang'), 'short').replaceAll(' ', '\u00a0');
  return texts.text('wasToArrive', { day });
}

const dayMs = 86_400_000;

/**
 * Returns whether the last day of the estimate has ended in every time zone: days are local to the destination, and the westernmost time
 * zone is 12 hours behind UTC.
 * @param now ms UTC
 */
export function isDeliveryOverdue({ to }: DeliveryEstimate, now: number): boolean {
  return now >= Date.parse(to) + 1.5 * dayMs;
}

/**
 * Formats a day: `Thu, Nov 26`, or `January 15` without a weekday.
 * @param day `YYYY-MM-DD`
 * @param lang a language of the shop, BCP 47
 */
export function formatDay(day: string, lang: string, weekday?: 'short'): string {
  return dateFormat(lang, {
    ...(weekday && { weekday }),
    ...{ day: 'numeric', month: weekday ? 'short' : 'long', timeZone: 'UTC' },
  }).format(Date.parse(day));
}
