/** Counts down to the end of a promotion, once a second (R112). */
import { formatDuration } from '#lib/marketing/time-left.ts';
import { countDown } from './ticker.ts';

/**
 * Displays the text of `data-words` with the time left until `data-ends` (ms UTC), and afterwards the text of `data-over`. Not a live
 * region, so screen readers read it only on demand.
 */
export function mountEndCountdown(place: HTMLElement): void {
  const { ends, words = '{time}', over = '' } = place.dataset;
  countDown(Number(ends), (remaining) => {
    const { lang } = document.documentElement;
    place.textContent = remaining > 0 ? words.replace('{time}', formatDuration(remaining, lang)) : over;
  });
}
