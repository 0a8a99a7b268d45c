/**
 * Inlined right after the announcement bars. Before first paint, removes bars that the shopper should not see (R07, R08): those
 * closed or already displayed often enough; in the editor and in frames, all of them.
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
    // Storage is blocked: treat the bar as never displayed.
  }
  if (!canShow) bar.remove();
  if (color) bar.style.setProperty('--bar-color', color);
  if (ink) bar.style.setProperty('--bar-ink', ink);
}
