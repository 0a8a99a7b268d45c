/** When marketing begins on a page (R27): after what a shopper came for. */

/** Marketing events and pixels, ms after load (MKT-19). */
export const marketingStart = 2000;

/** Animated buttons, ms after load (MKT-17). */
export const animationStart = 3000;

/** The reminder of an unpaid order, ms after load (REMIND-08). */
export const reminderStart = 3000;

/** ms since the page has loaded; 0 before. */
export function sinceLoad(): number {
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return arrival?.loadEventEnd ? performance.now() - arrival.loadEventEnd : 0;
}

/**
 * Calls so many ms after the page has loaded; at once when that is past.
 * @returns what calls it off
 */
export function afterLoad(wait: number, act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const arm = () => {
    timer = setTimeout(act, Math.max(0, wait - sinceLoad()));
  };
  if (document.readyState === 'complete') arm();
  else addEventListener('load', arm, { once: true });
  return () => {
    removeEventListener('load', arm);
    clearTimeout(timer);
  };
}
