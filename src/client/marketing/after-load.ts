/** Delays marketing code until the page's main content has loaded (R27). */

/** Start time of marketing events and pixels, ms after page load (MKT-19). */
export const marketingDelay = 2000;

/** Start time of button animations, ms after page load (MKT-17). */
export const animationDelay = 3000;

/** Time at which the reminder of an unpaid order appears, ms after page load (REMIND-08). */
export const reminderDelay = 3000;

/** Navigation timing with `activationStart`, which browsers set for prerendered pages. */
type Arrival = PerformanceNavigationTiming & { activationStart?: number };

/** Returns the ms since the page was loaded and, if prerendered, activated; 0 before that. */
export function sinceLoad(): number {
  const [arrival] = performance.getEntriesByType('navigation') as Arrival[];
  return arrival?.loadEventEnd
    ? performance.now() - Math.max(arrival.loadEventEnd, arrival.activationStart ?? 0)
    : 0;
}

/** Calls `act` immediately, or for a prerendered page when the shopper opens it. */
export function whenActivated(act: () => void): void {
  if ((document as { prerendering?: boolean }).prerendering)
    document.addEventListener('prerenderingchange', act, { once: true });
  else act();
}

/**
 * Calls `act` `wait` ms after the page was loaded and, if prerendered, activated; immediately if that time has passed.
 * @returns a function that cancels the call
 */
export function afterLoad(wait: number, act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOff = false;
  const arm = () => {
    if (!isOff) timer = setTimeout(act, Math.max(0, wait - sinceLoad()));
  };
  const begin = () => whenActivated(arm);
  if (document.readyState === 'complete') begin();
  else addEventListener('load', begin, { once: true });
  return () => {
    isOff = true;
    clearTimeout(timer);
  };
}
