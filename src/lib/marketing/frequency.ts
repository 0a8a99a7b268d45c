/** How often a popup or bar shows to one shopper (POP-17 to POP-24). Pure. */
import { readJson } from '../storage/device-storage.ts';

/** What a browser remembers of one popup, below `popup_{id}` (R63). */
export interface PopupRecord {
  /** How often it has shown. */
  count: number;
  /** ms UTC; 0 for never. */
  first: number;
  last: number;
  /** Whether the shopper has closed it. */
  closed: boolean;
}

const day = 86_400_000;

/** @param stored as anybody may have written it */
export function readRemembered(stored: string | null): PopupRecord {
  const { count, first, last, closed } = (readJson(stored) ?? {}) as { [Key in keyof PopupRecord]?: unknown };
  return { count: whole(count), first: whole(first), last: whole(last), closed: closed === true };
}

/**
 * Whether it may show once more: 1 once ever, 2 once a session, 3 so many times, 4 again after so many days, 6 until it is
 * closed; 5 and anything else always.
 * @param times of the rule: how often, or after how many days
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
  // A time to come is of a clock that was wrong.
  if (frequency === 4) return last > now || now - last >= times * day;
  return frequency !== 6 || !closed;
}

function whole(value: unknown): number {
  return Number.isSafeInteger(value) ? Math.max(0, value as number) : 0;
}
