/** One a language: making a format costs as much as writing a hundred days. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Writes days in words of a language, in UTC, so that a cached page says the same to every visitor. @returns takes an instant, ms */
export function dayWriter(lang: string): (instant: number) => string {
  let format = formats.get(lang);
  if (!format) {
    format = new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeZone: 'UTC' });
    formats.set(lang, format);
  }
  // Bound by the standard.
  return format.format;
}
