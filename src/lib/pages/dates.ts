import { dateFormat } from '../date-format.ts';

/**
 * Writes days in words of a language, of one zone, so that a cached page says the same to every visitor.
 * @returns takes an instant, ms
 */
export function dayWriter(lang: string, timeZone = 'UTC'): (instant: number) => string {
  // Bound by the standard.
  return dateFormat(lang, { dateStyle: 'long', timeZone }).format;
}
