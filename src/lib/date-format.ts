const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Returns a cached date format, because creating one costs as much as formatting a hundred dates. Never pass client input as `lang` or in
 * `options`: every combination stays in the cache.
 * @param lang a language of the shop
 * @param options including the time zone
 */
export function dateFormat(lang: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = lang + JSON.stringify(options);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(lang, options);
  formats.set(key, format);
  return format;
}
