/** Counts down to the end of a promotion, once a second (R112). */
import { formatDuration } from '#lib/marketing/time-left.ts';
import { countDown } from './ticker.ts';

/**
 * Writes the remaining time into `[data-ends]` (ms UTC): `data-words` wraps it, `data-over` replaces it at the end.
 * Not a live region: screen readers read it on demand.
 */
export function mountEndCountdown(place: HTMLElement): void {
  const { ends, words = '{time}', over = '' } = place.dataset;
  countDown(Number(ends), (remaining) => {
    const { lang } = document.documentElement;
    place.textContent = remaining > 0 ? words.replace('{time}', formatDuration(remaining, lang)) : over;
  });
}
