const dayLength = 86_400_000;
/** Days whose words are kept: those of some years. */
const mostDays = 2000;

/**
 * Writes days in words, in UTC, so that a kept page says the same to everybody. One formatter for all pages of a language, and
 * each day is written once: making it costs more than everything it does, and writing with it more than a review's other words.
 */
export function dayWriter(lang: string): (instant: number) => string {
  const format = new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeZone: 'UTC' });
  const written = new Map<number, string>();
  return (instant) => {
    const day = Math.floor(instant / dayLength);
    const known = written.get(day);
    if (known !== undefined) return known;
    if (written.size >= mostDays) written.clear();
    const text = format.format(instant);
    written.set(day, text);
    return text;
  };
}
