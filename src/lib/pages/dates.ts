import { dateFormat } from '../date-format.ts';

/**
 * Formats days in a given language and a fixed time zone, so that a cached page is the same for every visitor.
 * @returns a function that formats a time, ms
 */
export function createDateFormatter(lang: string, timeZone = 'UTC'): (instant: number) => string {
  // The specification binds `format` to its DateTimeFormat, so it can be passed on its own.
  return dateFormat(lang, { dateStyle: 'long', timeZone }).format;
}
