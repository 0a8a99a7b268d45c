/** Reckoning with dates that come from outside (R83). */
import { type QuietTexts, quietTexts } from '#lib/messages/default.ts';

/**
 * Milliseconds from a start to now, e.g. for "3 hours ago".
 * @param start ms UTC or a date a Date can read
 * @param now ms UTC
 * @throws RangeError with the text startDateInvalid or startDateFuture (R83)
 */
export function elapsedSince(start: number | string, now: number, texts: QuietTexts = quietTexts): number {
  const instant = typeof start === 'string' ? Date.parse(start) : start;
  if (!Number.isFinite(instant)) throw new RangeError(texts.startDateInvalid);
  if (instant > now) throw new RangeError(texts.startDateFuture);
  return now - instant;
}
