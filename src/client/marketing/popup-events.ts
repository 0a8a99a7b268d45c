/** Stores this browser's popup trigger events as `popup_events` (R06, R63): for each popup, the time when each event first occurred. */
import type { PopupEvent } from '#lib/marketing/popup-events.ts';
import { parseStoredJson } from '#lib/storage/device-storage.ts';
import { isInEditorOrFrame } from '../page/display-mode.ts';
import { safeLocalStorage } from '../stores/storage.ts';

const key = 'popup_events';
/** Key of an add to the bag that happened before the list of popups was loaded; popup id 0 is a placeholder. */
const early = '0:addToCart';
/** Window event that is dispatched after an add to the bag. */
export const addedToBagEvent = 'atoll:added';

/** Event times, ms UTC, keyed by `popupId:event`. */
type Times = Record<string, number>;

export interface PopupTriggers {
  id: number;
  trigger_event_first?: string | undefined;
  trigger_event_second?: string | undefined;
}

function read(): Times {
  const stored = (parseStoredJson(safeLocalStorage.get(key)) ?? {}) as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(stored).filter((entry): entry is [string, number] => Number.isSafeInteger(entry[1])),
  );
}

const write = (times: Times) => safeLocalStorage.set(key, JSON.stringify(times));

/** Returns the time when each event of a popup first occurred. */
export function getFirstEventTimes(id: number): Map<string, number> {
  const entries = Object.entries(read()).filter(([name]) => name.startsWith(`${id}:`));
  return new Map(entries.map(([name, time]) => [name.slice(name.indexOf(':') + 1), time]));
}

/** Records an add to the bag; does nothing on pages without popups. */
export function recordBagAdd(): void {
  if (!document.documentElement.dataset.popups || isInEditorOrFrame()) return;
  const times = read();
  write({ ...times, [early]: times[early] ?? Date.now() });
  dispatchEvent(new Event(addedToBagEvent));
}

/** Assigns a recorded add to the popups that it triggers, once their list has loaded (POP-40). */
export function assignEarlyAdd(popups: readonly PopupTriggers[]): void {
  const { [early]: at, ...times } = read();
  if (at === undefined) return;
  write(times);
  recordEvents(popups, ['addToCart'], at);
}

/**
 * Records events for the popups that they trigger, only on their first occurrence (POP-42). A popup's second trigger event counts
 * only if it occurs later than the first one (POP-41).
 * @param now ms UTC
 */
export function recordEvents(
  popups: readonly PopupTriggers[],
  events: readonly PopupEvent[],
  now: number,
): void {
  const times = read();
  for (const { id, trigger_event_first: first, trigger_event_second: second } of popups) {
    const began = times[`${id}:${first}`];
    for (const event of events) {
      const follows = event === second && began !== undefined && began < now;
      if (event === first || follows) times[`${id}:${event}`] ??= now;
    }
  }
  write(times);
}

/** Returns the stored events to send to the shop (POP-43), and deletes those of popups that no longer exist. */
export function eventsToSend(
  popups: readonly PopupTriggers[],
): { popup_id: number; event: string; begin_time: number }[] {
  const current = Object.entries(read()).filter(([name]) =>
    popups.some(({ id }) => name.startsWith(`${id}:`) || name === early),
  );
  write(Object.fromEntries(current));
  return current
    .filter(([name]) => name !== early)
    .map(([name, begin_time]) => {
      const [id = '', event = ''] = name.split(':');
      return { popup_id: Number(id), event, begin_time };
    });
}

/** Replaces stored event times with earlier ones from the server (R06). */
export function mergeEarlierTimes(
  serverEvents: readonly { popup_id: number; event: string; begin_time: number }[],
): void {
  const times = read();
  for (const { popup_id, event, begin_time } of serverEvents) {
    const name = `${popup_id}:${event}`;
    times[name] = Math.min(times[name] ?? begin_time, begin_time);
  }
  write(times);
}
