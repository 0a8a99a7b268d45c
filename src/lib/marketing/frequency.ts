/** Frequency limits of popups and bars for one shopper (POP-17 to POP-24). Pure. */
import { parseStoredJson } from '../storage/device-storage.ts';

/** Record of one popup in the browser, stored under `popup_{id}` (R63). */
export interface PopupRecord {
  /** Number of times the popup has been displayed. */
  count: number;
  /** Time of the first display, ms UTC, and of the `last` one; 0 if the popup was never displayed. */
  first: number;
  last: number;
  /** True if the shopper has closed the popup. */
  closed: boolean;
}

const day = 86_400_000;

/**
 * Parses the record of a popup; missing and invalid fields become 0 or false.
 * @param stored text from browser storage, not validated
 */
export function parsePopupRecord(stored: string | null): PopupRecord {
  const { count, first, last, closed } = (parseStoredJson(stored) ?? {}) as {
    [Key in keyof PopupRecord]?: unknown;
  };
  return { count: whole(count), first: whole(first), last: whole(last), closed: closed === true };
}

/**
 * Returns whether a popup may be displayed again. Frequency 1: once ever, 2: once per session, 3: `times` times, 4: every `times` days, 6:
 * until closed; 5 and any other number: always.
 * @param times maximum number of times, or interval in days
 * @param isOfSession whether the popup has been displayed in this session
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
  // A time in the future means that the device's clock was wrong.
  if (frequency === 4) return last > now || now - last >= times * day;
  return frequency !== 6 || !closed;
}

function whole(value: unknown): number {
  return Number.isSafeInteger(value) ? Math.max(0, value as number) : 0;
}
