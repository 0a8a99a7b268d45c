/** Marketing countdowns (R09, R121). Pure except for the storage passed in. */
import type { DeviceStorage } from '#lib/storage/device-storage.ts';

/** Milliseconds between two ticks (MKT-12). */
export const countdownTick = 123;

/**
 * Formats a time as `mm:ss:SSS`. Minutes are not converted to hours: `90:00:000`.
 * @param remaining milliseconds
 * @param isCalm true omits the milliseconds, for shoppers who prefer reduced motion
 */
export function countdownText(remaining: number, isCalm = false): string {
  const digits = (value: number, count = 2) => String(Math.floor(value)).padStart(count, '0');
  const text = `${digits(remaining / 60_000)}:${digits((remaining / 1000) % 60)}`;
  return isCalm ? text : `${text}:${digits(remaining % 1000, 3)}`;
}

/**
 * Replaces `{time}` and `{title}` in countdownDisplay (R69).
 * @param display template of the message; if '', the message is the title followed by the time
 */
export function countdownMessage(display: string, title: string, time: string): string {
  const values: Record<string, string> = { '{title}': title, '{time}': time };
  return (display || '{title} {time}').replaceAll(/\{title\}|\{time\}/g, (name) => values[name]!).trim();
}

/**
 * Returns the remaining milliseconds of an event's countdown. It starts once per browser session: a reload continues it, and a countdown
 * that has ended does not start again (R121).
 * @param storage session storage
 * @param now ms UTC
 */
export function countdownRemaining(
  storage: DeviceStorage,
  event: string,
  minutes: number,
  now: number,
): number {
  const key = `countdown:${event}`;
  const stored = Number(storage.get(key) ?? Number.NaN);
  // A start time in the future means that the device's clock has been set back since.
  const start = Number.isSafeInteger(stored) && stored > 0 && stored <= now ? stored : now;
  if (start !== stored) storage.set(key, String(start));
  return Math.max(0, start + minutes * 60_000 - now);
}
