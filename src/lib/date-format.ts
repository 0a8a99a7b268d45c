const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Returns a cached date format: creating one costs as much as formatting a hundred dates.
 * @param lang a language of the shop; the options hold its time zone. Never pass client input, because every value is cached
 */
export function dateFormat(lang: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = lang + JSON.stringify(options);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(lang, options);
  formats.set(key, format);
  return format;
}
