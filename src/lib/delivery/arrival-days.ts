import type { Arrival } from '../contract/arrival.ts';
import { dateFormat } from '../date-format.ts';
import type { Says } from '../messages/format.ts';
import type { orderTexts } from '../messages/order.ts';

type LateText = (typeof orderTexts)['wasToArrive'];

/**
 * When something arrives, in the words of every surface: `Arrives Thu, Nov 26 – Mon, Nov 30`, a single day by itself.
 * Each day is written alone: what joins the two in `formatRange` differs between the server's and browsers' tables.
 */
export function arrivalText(
  words: Says<{ lang: 'en'; arrives: 'Arrives {days}' }>,
  arrival: Arrival,
): string {
  const lang = words.text('lang');
  // A line may end between the two days, after the dash, not within one.
  const days = [...new Set([arrival.from, arrival.to])].map((day) =>
    dayWords(day, lang, 'short').replaceAll(' ', '\u00a0'),
  );
  return words.text('arrives', { days: days.join('\u00a0– ') });
}

/** The same of an order that is awaited: once its last day is over, no past day is told as if it were to come. */
export function awaitedText(
  words: Says<{ lang: 'en'; arrives: 'Arrives {days}'; wasToArrive: LateText }>,
  arrival: Arrival,
  isLate: boolean,
): string {
  if (!isLate) return arrivalText(words, arrival);
  const day = dayWords(arrival.to, words.text('lang'), 'short').replaceAll(' ', '\u00a0');
  return words.text('wasToArrive', { day });
}

const dayMs = 86_400_000;

/**
 * Whether the last day is over everywhere: the days are those of where it goes, and the last place to end one is twelve hours
 * behind UTC.
 * @param now ms UTC
 */
export function isOver({ to }: Arrival, now: number): boolean {
  return now >= Date.parse(to) + 1.5 * dayMs;
}

/**
 * A day in a language: `Thu, Nov 26`, or `January 15` where the weekday says nothing.
 * @param day `YYYY-MM-DD`
 * @param lang a language of the shop, BCP 47
 */
export function dayWords(day: string, lang: string, weekday?: 'short'): string {
  return dateFormat(lang, {
    ...(weekday && { weekday }),
    ...{ day: 'numeric', month: weekday ? 'short' : 'long', timeZone: 'UTC' },
  }).format(Date.parse(day));
}
