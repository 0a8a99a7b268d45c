/**
 * Milliseconds from a start to now, e.g. for "3 hours ago".
 * @param start ms UTC, as Date.parse reads a date
 * @param now ms UTC
 * @throws RangeError whose message is the key of its text: startDateInvalid, startDateFuture (R83)
 */
export function elapsedSince(start: number, now: number): number {
  const past = now - start;
  if (past >= 0) return past;
  throw new RangeError(past < 0 ? 'startDateFuture' : 'startDateInvalid');
}
