/** Delays marketing until after the page's main content (R27). */

/** Marketing events and pixels, ms after load (MKT-19). */
export const marketingDelay = 2000;

/** Animated buttons, ms after load (MKT-17). */
export const animationDelay = 3000;

/** The reminder of an unpaid order, ms after load (REMIND-08). */
export const reminderDelay = 3000;

/** A prerendered page reports when it was activated. */
type Arrival = PerformanceNavigationTiming & { activationStart?: number };

/** Returns the ms since the page was both loaded and shown; 0 before. */
export function sinceLoad(): number {
  const [arrival] = performance.getEntriesByType('navigation') as Arrival[];
  return arrival?.loadEventEnd
    ? performance.now() - Math.max(arrival.loadEventEnd, arrival.activationStart ?? 0)
    : 0;
}

/** Calls `act` once the page is shown: a prerendered page has no visitor yet. */
export function whenShown(act: () => void): void {
  if ((document as { prerendering?: boolean }).prerendering)
    document.addEventListener('prerenderingchange', act, { once: true });
  else act();
}

/**
 * Calls `act` so many ms after the page was loaded and shown; at once if that time has passed.
 * @returns a function that cancels it
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
