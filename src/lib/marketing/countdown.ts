/** Marketing countdowns (R09, R121): pure but for the storage that is handed in. */
import type { DeviceStorage } from '#lib/storage/device-storage.ts';

/** Milliseconds between two ticks (MKT-12). */
export const countdownTick = 123;

/**
 * `mm:ss:SSS`; minutes do not turn into hours: `90:00:000`.
 * @param left milliseconds
 * @param isCalm whether to leave the milliseconds out, for shoppers who want less motion
 */
export function countdownText(remaining: number, isCalm = false): string {
  const digits = (value: number, count = 2) => String(Math.floor(value)).padStart(count, '0');
  const text = `${digits(remaining / 60_000)}:${digits((remaining / 1000) % 60)}`;
  return isCalm ? text : `${text}:${digits(remaining % 1000, 3)}`;
}

/**
 * The words around the time: `{time}` and `{title}` of countdownDisplay (R69).
 * @param display '' is the title and the time
 */
export function countdownWords(display: string, title: string, time: string): string {
  const words: Record<string, string> = { '{title}': title, '{time}': time };
  return (display || '{title} {time}').replaceAll(/\{title\}|\{time\}/g, (name) => words[name]!).trim();
}

/**
 * Milliseconds left of an event's countdown. It starts at its full minutes once a browser session; a reload goes on
 * counting, and what has ended stays ended (R121).
 * @param storage of the session
 * @param now ms UTC
 */
export function countdownLeft(storage: DeviceStorage, event: string, minutes: number, now: number): number {
  const key = `countdown:${event}`;
  const stored = Number(storage.get(key) ?? Number.NaN);
  // A start in the future was written by a clock that has been put back since.
  const start = Number.isSafeInteger(stored) && stored > 0 && stored <= now ? stored : now;
  if (start !== stored) storage.set(key, String(start));
  return Math.max(0, start + minutes * 60_000 - now);
}
