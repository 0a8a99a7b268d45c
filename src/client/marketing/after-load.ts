/** When marketing begins on a page (R27): after what a shopper came for. */

/** Marketing events and pixels, ms after load (MKT-19). */
export const marketingDelay = 2000;

/** Animated buttons, ms after load (MKT-17). */
export const animationDelay = 3000;

/** The reminder of an unpaid order, ms after load (REMIND-08). */
export const reminderDelay = 3000;

/** A page that was prerendered says when it was shown. */
type Arrival = PerformanceNavigationTiming & { activationStart?: number };

/** ms since the page has loaded and is shown; 0 before. */
export function sinceLoad(): number {
  const [arrival] = performance.getEntriesByType('navigation') as Arrival[];
  return arrival?.loadEventEnd
    ? performance.now() - Math.max(arrival.loadEventEnd, arrival.activationStart ?? 0)
    : 0;
}

/** Calls once the page is shown: one that is prerendered is nobody's until then. */
export function whenShown(act: () => void): void {
  if ((document as { prerendering?: boolean }).prerendering)
    document.addEventListener('prerenderingchange', act, { once: true });
  else act();
}

/**
 * Calls so many ms after the page has loaded and is shown; at once when that is past.
 * @returns what calls it off
 */
export function afterLoad(wait: number, act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOff = false;
  const arm = () => {
    if (!isOff) timer = setTimeout(act, Math.max(0, wait - sinceLoad()));
  };
  const begin = () => whenShown(arm);
  if (document.readyState === 'complete') begin();
  else addEventListener('load', begin, { once: true });
  return () => {
    isOff = true;
    clearTimeout(timer);
  };
}
