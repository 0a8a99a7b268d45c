/** Counts down to the end of what a page tells of, once a second (R112). */
import { timeLeftText, unitTime } from '#lib/marketing/time-left.ts';

/**
 * Writes the time left into `[data-ends]` (ms UTC): `data-words` around it, `data-over` when there is none.
 * A screen reader finds it when it looks for it. For shoppers who want less motion only the minutes change.
 */
export function mountEnd(place: HTMLElement): void {
  const ends = Number(place.dataset.ends);
  const words = place.dataset.words ?? '{time}';
  const step = unitTime(1, matchMedia('(prefers-reduced-motion: reduce)').matches ? 2 : 1);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tick = () => {
    clearTimeout(timer);
    const left = ends - Date.now();
    const shown = Math.ceil(left / step) * step;
    place.textContent =
      left > 0
        ? words.replace('{time}', timeLeftText(shown, document.documentElement.lang))
        : (place.dataset.over ?? '');
    if (left <= 0 || document.hidden) return;
    timer = setTimeout(tick, left - (shown - step));
  };
  document.addEventListener('visibilitychange', tick);
  tick();
}
