/** One a language and zone: making a format costs as much as writing a hundred days. */
const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Writes days in words of a language, of one zone, so that a cached page says the same to every visitor.
 * @returns takes an instant, ms
 */
export function dayWriter(lang: string, timeZone = 'UTC'): (instant: number) => string {
  const key = `${lang} ${timeZone}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeZone });
    formats.set(key, format);
  }
  // Bound by the standard.
  return format.format;
}
