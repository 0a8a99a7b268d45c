/** A day in words, in UTC, so that a kept page says the same to everybody. */
export function dayText(instant: number, lang: string): string {
  return new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeZone: 'UTC' }).format(instant);
}
