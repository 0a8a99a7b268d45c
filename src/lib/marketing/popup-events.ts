/** Determines the trigger events of popups and the time at which a popup is due (POP-34 to POP-42, R06). Pure. */
import { type CountdownUnit, unitsToMs } from './time-left.ts';

export const popupEvents = [
  ...(['detail', 'any', 'index', 'collection', 'promotion', 'checkout', 'addToCart'] as const),
];
export type PopupEvent = (typeof popupEvents)[number];

/** Trigger event of a page view, by page type (R17); every page view also triggers `any`. */
const ofPage: Readonly<Record<string, PopupEvent>> = {
  detail: 'detail',
  home: 'index',
  collections: 'collection',
  promotions: 'promotion',
  checkouts: 'checkout',
};

export function popupEventsForPage(page: string): PopupEvent[] {
  const pageEvent = ofPage[page];
  return pageEvent ? ['any', pageEvent] : ['any'];
}

/** Trigger events of a popup, in the format of the popup endpoints. */
export interface TriggerEvents {
  trigger_event_first?: string | undefined;
  trigger_event_second?: string | undefined;
  trigger_event_second_time?: number | undefined;
  trigger_event_second_time_unit?: number | undefined;
}

/**
 * Returns the time at which a popup is due: the time of its trigger event or, if it has two, the time of the second event, but no earlier
 * than the configured delay after the first.
 * @param began time of each event's first occurrence, ms UTC
 * @returns ms UTC; null until all events have occurred
 */
export function getPopupDueTime(popup: TriggerEvents, began: ReadonlyMap<string, number>): number | null {
  const first = began.get(popup.trigger_event_first ?? '');
  if (first === undefined) return null;
  if (popup.trigger_event_second === undefined) return first;
  const second = began.get(popup.trigger_event_second);
  if (second === undefined) return null;
  const unit = (popup.trigger_event_second_time_unit ?? 1) as CountdownUnit;
  return Math.max(second, first + unitsToMs(popup.trigger_event_second_time ?? 0, unit));
}
