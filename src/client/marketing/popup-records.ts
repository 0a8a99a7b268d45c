/** Stores how often a popup or bar was displayed, and whether the shopper closed it (R63, POP-23). */
import { type PopupRecord, parsePopupRecord } from '#lib/marketing/frequency.ts';
import { safeLocalStorage, safeSessionStorage } from '../stores/storage.ts';

export function readPopupRecord(id: string): PopupRecord {
  return parsePopupRecord(safeLocalStorage.get(`popup_${id}`));
}

/** Records, permanently and for this session, that a popup or bar was displayed (R46). @param now ms UTC */
export function recordPopupShown(id: string, now: number): PopupRecord {
  const { count, first, ...before } = readPopupRecord(id);
  // A stored time in the future was written when the device's clock was wrong.
  const after = { ...before, count: count + 1, first: Math.min(first || now, now), last: now };
  safeLocalStorage.set(`popup_${id}`, JSON.stringify(after));
  safeSessionStorage.set(`popup_s_${id}`, '1');
  return after;
}

export function recordPopupClosed(id: string): void {
  safeLocalStorage.set(`popup_${id}`, JSON.stringify({ ...readPopupRecord(id), closed: true }));
}
