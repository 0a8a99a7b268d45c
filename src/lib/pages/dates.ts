/** Writes days in words of a language, in UTC, so that a kept page says the same to everybody. @returns takes an instant, ms */
export function dayWriter(lang: string): (instant: number) => string {
  const format = new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeZone: 'UTC' });
  return (instant) => format.format(instant);
}
