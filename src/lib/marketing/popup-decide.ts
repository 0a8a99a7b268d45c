/** When a popup shows to a shopper on a page, if at all (POP-04 to POP-42, R01 to R08). Pure. */
import { mayShow, type PopupRecord } from './frequency.ts';
import { mayShowOn } from './pages-without-popups.ts';
import { dueAt, type TriggerEvents } from './popup-events.ts';
import { type CountdownUnit, unitTime } from './time-left.ts';

/** What the lists of popups say that counts for it. */
export interface PopupRule extends TriggerEvents {
  type: number;
  display_frequency: number;
  display_times: number;
  display_page: 'all' | string[];
  trigger_type: number;
  delay_time: number;
  delay_unit: number;
}

/** What this browser remembers. */
export interface PopupHistory {
  remembered: PopupRecord;
  /** It has shown in this session. */
  isOfSession: boolean;
  /** When each event first happened, ms UTC. */
  began: ReadonlyMap<string, number>;
}

export interface PopupPage {
  /** Type of the page (R17). */
  type: string;
  /** In the editor, or in a frame. */
  isOnlyLookedAt: boolean;
  /** A mouse is there, which can leave through the top of the window. */
  hasMouse: boolean;
  /** When the page had loaded, ms UTC. */
  loadedAt: number;
}

/** Nothing; or from `at` (ms UTC) on, by itself or once the mouse leaves through the top of the window. */
export type Decision = { shows: false } | { shows: true; at: number; onExit: boolean };

const never: Decision = { shows: false };
const retention = 4;

/** Popups start so many ms after load (POP-44). */
export const popupStart = 2000;

/** @param now ms UTC */
export function decide(popup: PopupRule, past: PopupHistory, page: PopupPage, now: number): Decision {
  // Types 5 to 7 are bars, 8 the reminder's words (R01, R02).
  if (popup.type > retention || page.isOnlyLookedAt || !mayShowOn(page.type, popup.display_page))
    return never;
  const rule = { frequency: popup.display_frequency, times: popup.display_times };
  if (!mayShow(rule, past.remembered, past.isOfSession, now)) return never;
  const started = page.loadedAt + popupStart;
  if (popup.trigger_event_first === undefined) {
    // A minute is any unit but 1 here (R05).
    const delay = popup.delay_time * unitTime(1, popup.delay_unit === 1 ? 1 : 2);
    if (popup.trigger_type === 1)
      return { shows: true, at: Math.max(started, page.loadedAt + delay), onExit: false };
    return page.hasMouse ? { shows: true, at: started, onExit: true } : never;
  }
  const due = dueAt(popup, past.began);
  if (due === null) return never;
  const delay = popup.trigger_type === 2 ? unitTime(popup.delay_time, popup.delay_unit as CountdownUnit) : 0;
  const onExit = popup.type === retention;
  if (onExit && !page.hasMouse) return never;
  return { shows: true, at: Math.max(started, due + delay), onExit };
}
