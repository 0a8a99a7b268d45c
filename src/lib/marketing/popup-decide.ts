/** Decides whether and when a popup opens on a page (POP-04 to POP-42, R01 to R08). Pure. */
import { mayShow, type PopupRecord } from './frequency.ts';
import { mayShowOn } from './pages-without-popups.ts';
import { getPopupDueTime, type TriggerEvents } from './popup-events.ts';
import { type CountdownUnit, unitsToMs } from './time-left.ts';

/** Fields of a popup that determine when it opens. */
export interface PopupRule extends TriggerEvents {
  type: number;
  display_frequency: number;
  display_times: number;
  display_page: 'all' | string[];
  trigger_type: number;
  delay_time: number;
  delay_unit: number;
}

/** Earlier displays of a popup and earlier events, as recorded in the browser. */
export interface PopupHistory {
  remembered: PopupRecord;
  /** True if the popup has been displayed in this session. */
  isOfSession: boolean;
  /** Time of each event's first occurrence, ms UTC. */
  began: ReadonlyMap<string, number>;
}

export interface PopupPageContext {
  /** Type of the page (R17). */
  type: string;
  /** True if the page is open in the editor or in a frame, where popups do not open. */
  isOnlyLookedAt: boolean;
  /** True if the device has a mouse: only a mouse can leave the window at the top (exit intent). */
  hasMouse: boolean;
  /** Time at which the page finished loading, ms UTC. */
  loadedAt: number;
}

/**
 * Whether the popup opens. If so, it opens automatically at `at` (ms UTC) or, with `onExit`, when the mouse leaves the window at the top
 * after `at`.
 */
export type PopupDecision = { shows: false } | { shows: true; at: number; onExit: boolean };

const never: PopupDecision = { shows: false };
const retention = 4;

/** Earliest time at which popups open, ms after page load (POP-44). */
export const popupStartDelay = 2000;

/**
 * Decides whether and when a popup opens on a page.
 * @param now ms UTC
 */
export function decidePopup(
  popup: PopupRule,
  past: PopupHistory,
  page: PopupPageContext,
  now: number,
): PopupDecision {
  // Types 5 to 7 are announcement bars, type 8 contains texts of the order reminder (R01, R02).
  if (popup.type > retention || page.isOnlyLookedAt || !mayShowOn(page.type, popup.display_page))
    return never;
  const rule = { frequency: popup.display_frequency, times: popup.display_times };
  if (!mayShow(rule, past.remembered, past.isOfSession, now)) return never;
  const started = page.loadedAt + popupStartDelay;
  if (popup.trigger_event_first === undefined) {
    // Unit 1 is seconds; here, every other unit means minutes (R05).
    const delay = popup.delay_time * unitsToMs(1, popup.delay_unit === 1 ? 1 : 2);
    if (popup.trigger_type === 1)
      return { shows: true, at: Math.max(started, page.loadedAt + delay), onExit: false };
    return page.hasMouse ? { shows: true, at: started, onExit: true } : never;
  }
  const due = getPopupDueTime(popup, past.began);
  if (due === null) return never;
  const delay = popup.trigger_type === 2 ? unitsToMs(popup.delay_time, popup.delay_unit as CountdownUnit) : 0;
  const onExit = popup.type === retention;
  if (onExit && !page.hasMouse) return never;
  return { shows: true, at: Math.max(started, due + delay), onExit };
}
