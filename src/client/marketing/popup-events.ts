/** Popup trigger events of this browser, stored as `popup_events` (R06, R63): the earliest time of each event per popup. */
import type { PopupEvent } from '#lib/marketing/popup-events.ts';
import { parseStoredJson } from '#lib/storage/device-storage.ts';
import { isInEditorOrFrame } from '../page/display-mode.ts';
import { safeLocalStorage } from '../stores/storage.ts';

const key = 'popup_events';
/** Placeholder for all popups: an add from before their list was loaded. */
const early = '0:addToCart';
/** Dispatched on the window after an add. */
export const addedEvent = 'atoll:added';

/** ms UTC by `popup:event`. */
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

/** Returns when each event of a popup first happened. */
export function getFirstEventTimes(id: number): Map<string, number> {
  const entries = Object.entries(read()).filter(([name]) => name.startsWith(`${id}:`));
  return new Map(entries.map(([name, time]) => [name.slice(name.indexOf(':') + 1), time]));
}

/** Records an add to the bag; pages without popups record nothing. */
export function recordBagAdd(): void {
  if (!document.documentElement.dataset.popups || isInEditorOrFrame()) return;
  const times = read();
  write({ ...times, [early]: times[early] ?? Date.now() });
  dispatchEvent(new Event(addedEvent));
}

/** Assigns an add to the popups once their list has loaded (POP-40). */
export function assignEarlyAdd(popups: readonly PopupTriggers[]): void {
  const { [early]: at, ...times } = read();
  if (at === undefined) return;
  write(times);
  recordEvents(popups, ['addToCart'], at);
}

/**
 * Records an event for the popups that wait for it, its first time only (POP-42). A second event must follow the first: an
 * earlier or simultaneous one does not count (POP-41).
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

/** Returns all events to send to the shop (POP-43), and drops those of popups that no longer exist. */
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

/** Adopts earlier times from the server (R06). */
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
