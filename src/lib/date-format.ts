const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Returns a cached date format, because creating one costs as much as formatting a hundred dates.
 * @param lang a language of the shop; the time zone is in `options`. Never pass client input in either, because every combination is cached
 */
export function dateFormat(lang: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = lang + JSON.stringify(options);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(lang, options);
  formats.set(key, format);
  return format;
}
