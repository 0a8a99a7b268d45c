/** Frequency limits of popups and bars for one shopper (POP-17 to POP-24). Pure. */
import { parseStoredJson } from '../storage/device-storage.ts';

/** The browser's record of one popup, stored under `popup_{id}` (R63). */
export interface PopupRecord {
  /** Number of times it has shown. */
  count: number;
  /** ms UTC; 0 for never. */
  first: number;
  last: number;
  /** The shopper has closed it. */
  closed: boolean;
}

const day = 86_400_000;

/** @param stored stored text, not validated */
export function parsePopupRecord(stored: string | null): PopupRecord {
  const { count, first, last, closed } = (parseStoredJson(stored) ?? {}) as {
    [Key in keyof PopupRecord]?: unknown;
  };
  return { count: whole(count), first: whole(first), last: whole(last), closed: closed === true };
}

/**
 * Returns whether the popup may show again: 1 once ever, 2 once per session, 3 `times` times, 4 every `times` days, 6 until
 * closed; 5 and anything else always.
 * @param times of the rule: maximum number of times, or interval in days
 * @param isOfSession it has shown in this session
 * @param now ms UTC
 */
export function mayShow(
  { frequency, times }: { frequency: number; times: number },
  { count, last, closed }: PopupRecord,
  isOfSession: boolean,
  now: number,
): boolean {
  if (frequency === 1) return count === 0;
  if (frequency === 2) return !isOfSession;
  if (frequency === 3) return count < times;
  // A time in the future comes from a wrong clock.
  if (frequency === 4) return last > now || now - last >= times * day;
  return frequency !== 6 || !closed;
}

function whole(value: unknown): number {
  return Number.isSafeInteger(value) ? Math.max(0, value as number) : 0;
}
