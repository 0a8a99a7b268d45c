import { keptByNumber } from './kept-by-number.ts';

const dayLength = 86_400_000;
/** Days whose words are kept: those of some years. */
const mostDays = 2000;

/**
 * Writes days in words, in UTC, so that a kept page says the same to everybody. One formatter for all pages of a language, and
 * each day is written once: making it costs more than everything it does, and writing with it more than a review's other words.
 */
export function dayWriter(lang: string): (instant: number) => string {
  const format = new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeZone: 'UTC' });
  const write = keptByNumber(mostDays, (day) => format.format(day * dayLength));
  return (instant) => write(Math.floor(instant / dayLength));
}
