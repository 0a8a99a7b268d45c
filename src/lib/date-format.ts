const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Returns a format of dates, made once: making one costs as much as writing a hundred days.
 * @param lang a language of the shop, and its time zone in the options: not what a client sends, since each is cached
 */
export function dateFormat(lang: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = lang + JSON.stringify(options);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(lang, options);
  formats.set(key, format);
  return format;
}
