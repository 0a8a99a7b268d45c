/** What this browser did that popups wait for, below `popup_events` (R06, R63): the earliest time of each event of each popup. */
import type { PopupEvent } from '#lib/marketing/popup-events.ts';
import { readJson } from '#lib/storage/device-storage.ts';
import { isOnlyLookedAt } from '../page/display-mode.ts';
import { local } from '../stores/storage.ts';

const key = 'popup_events';
/** Stands for all popups: something was added before the page knew of any. */
const early = '0:addToCart';
/** Said to this page where something was added. */
export const addedEvent = 'atoll:added';

/** ms UTC by `popup:event`. */
type Times = Record<string, number>;

export interface Waiting {
  id: number;
  trigger_event_first?: string | undefined;
  trigger_event_second?: string | undefined;
}

function read(): Times {
  const stored = (readJson(local.get(key)) ?? {}) as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(stored).filter((entry): entry is [string, number] => Number.isSafeInteger(entry[1])),
  );
}

const write = (times: Times) => local.set(key, JSON.stringify(times));

/** When the events of a popup first happened. */
export function beganOf(id: number): Map<string, number> {
  const own = Object.entries(read()).filter(([name]) => name.startsWith(`${id}:`));
  return new Map(own.map(([name, time]) => [name.slice(name.indexOf(':') + 1), time]));
}

/** Something was added to the bag: pages without popups note nothing. */
export function noteAdd(): void {
  if (!document.documentElement.dataset.popups || isOnlyLookedAt()) return;
  const times = read();
  write({ ...times, [early]: times[early] ?? Date.now() });
  dispatchEvent(new Event(addedEvent));
}

/** Hands over what was added before its page knew of popups (POP-40). */
export function recordAdds(popups: readonly Waiting[]): void {
  const { [early]: at, ...times } = read();
  if (at === undefined) return;
  write(times);
  recordEvents(popups, ['addToCart'], at);
}

/**
 * Records an event for the popups that wait for it, by its first time only (POP-42). A second event follows the first: what
 * happened before or together with that does not count (POP-41).
 * @param now ms UTC
 */
export function recordEvents(popups: readonly Waiting[], events: readonly PopupEvent[], now: number): void {
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

/** All of them, as the shop is told (POP-43); of popups that are gone nothing is kept. */
export function eventsToSend(
  popups: readonly Waiting[],
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

/** The shop knows of earlier times (R06). */
export function takeEarlier(
  serverEvents: readonly { popup_id: number; event: string; begin_time: number }[],
): void {
  const times = read();
  for (const { popup_id, event, begin_time } of serverEvents) {
    const name = `${popup_id}:${event}`;
    times[name] = Math.min(times[name] ?? begin_time, begin_time);
  }
  write(times);
}
