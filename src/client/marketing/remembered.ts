/** Storage of how often a popup or bar was shown, and whether it was closed (R63, POP-23). */
import { type PopupRecord, readRemembered } from '#lib/marketing/frequency.ts';
import { local, session } from '../stores/storage.ts';

export function rememberedOf(id: string): PopupRecord {
  return readRemembered(local.get(`popup_${id}`));
}

/** Records a showing: permanently, and for this session (R46). @param now ms UTC */
export function rememberShown(id: string, now: number): PopupRecord {
  const { count, first, ...before } = rememberedOf(id);
  // A stored time in the future comes from a wrong clock.
  const after = { ...before, count: count + 1, first: Math.min(first || now, now), last: now };
  local.set(`popup_${id}`, JSON.stringify(after));
  session.set(`popup_s_${id}`, '1');
  return after;
}

export function rememberClosed(id: string): void {
  local.set(`popup_${id}`, JSON.stringify({ ...rememberedOf(id), closed: true }));
}
