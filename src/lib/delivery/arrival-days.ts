import type { Arrival } from './arrival.ts';

/**
 * The days of an arrival in a language: `Thu, Nov 26 – Mon, Nov 30`, a single day by itself.
 * Each day is written alone: what joins the two in `formatRange` differs between the server's and browsers' tables.
 * @param lang BCP 47 tag of the page
 */
export function arrivalDays({ from, to }: Arrival, lang: string): string {
  const shown = [...new Set([from, to])];
  return shown.map((day) => dayWords(day, lang, 'short')).join(' – ');
}

/** A day in a language: `Thu, Nov 26`, or `January 15` where the weekday says nothing. @param day `YYYY-MM-DD` */
export function dayWords(day: string, lang: string, weekday?: 'short'): string {
  return new Intl.DateTimeFormat(lang, {
    ...(weekday && { weekday }),
    ...{ day: 'numeric', month: weekday ? 'short' : 'long', timeZone: 'UTC' },
  }).format(Date.parse(day));
}
