/** Detects bots: their views are stored and marked, but excluded from visits, views and load times. */
import { isbot } from 'isbot';

/**
 * Returns whether no person looked at the page.
 * @param userAgent as sent; a browser always sends one
 * @param isPrefetch a prefetched or prerendered page sent the request
 */
export function isBot(userAgent: string | undefined, isPrefetch: boolean): boolean {
  return isPrefetch || !userAgent || isbot(userAgent);
}
