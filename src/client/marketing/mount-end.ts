/** Counts down to the end of what a page tells of, once a second (R112). */
import { formatDuration } from '#lib/marketing/time-left.ts';
import { countDown } from './ticker.ts';

/**
 * Writes the time left into `[data-ends]` (ms UTC): `data-words` around it, `data-over` when there is none.
 * A screen reader finds it when it looks for it.
 */
export function mountEnd(place: HTMLElement): void {
  const { ends, words = '{time}', over = '' } = place.dataset;
  countDown(Number(ends), (remaining) => {
    const { lang } = document.documentElement;
    place.textContent = remaining > 0 ? words.replace('{time}', formatDuration(remaining, lang)) : over;
  });
}
