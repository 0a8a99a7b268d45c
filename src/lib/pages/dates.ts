import { dateFormat } from '../date-format.ts';

/**
 * Formats days in a language and a fixed time zone, so that a cached page shows every visitor the same.
 * @returns a function of an instant, ms
 */
export function createDateFormatter(lang: string, timeZone = 'UTC'): (instant: number) => string {
  // The standard binds `format` to its object.
  return dateFormat(lang, { dateStyle: 'long', timeZone }).format;
}
