/**
 * Runs right after announcement bars: removes those the shopper should not see before first paint (R07, R08), by how often they
 * were shown and whether they were closed; all of them in the editor and in a frame.
 */
import { mayShow, parsePopupRecord } from '../../lib/marketing/frequency.ts';
import { isInEditorOrFrame } from '../page/display-mode.ts';

for (const bar of document.querySelectorAll<HTMLElement>('[data-bar]')) {
  const { bar: id, frequency, times, color, ink } = bar.dataset;
  let canShow = !isInEditorOrFrame();
  try {
    const remembered = parsePopupRecord(localStorage.getItem(`popup_${id}`));
    const isOfSession = sessionStorage.getItem(`popup_s_${id}`) !== null;
    const rule = { frequency: Number(frequency), times: Number(times) };
    canShow &&= mayShow(rule, remembered, isOfSession, Date.now());
  } catch {
    // Storage is blocked: the bar counts as not seen yet.
  }
  if (!canShow) bar.remove();
  if (color) bar.style.setProperty('--bar-color', color);
  if (ink) bar.style.setProperty('--bar-ink', ink);
}
