/**
 * Writes days in words, in UTC, so that a kept page says the same to everybody. One formatter for all days of a page:
 * making it costs more than everything it does.
 */
export function dayWriter(lang: string): (instant: number) => string {
  const format = new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeZone: 'UTC' });
  return (instant) => format.format(instant);
}
