/** Detects bots: their views are stored and marked, but excluded from visits, views and load times. */
import { isbot } from 'isbot';

/**
 * Returns whether a request comes from a bot or a prefetched page, not from a person who views the page.
 * @param userAgent User-Agent header; browsers always send one
 * @param isPrefetch whether a prefetched or prerendered page sent the request
 */
export function isBot(userAgent: string | undefined, isPrefetch: boolean): boolean {
  return isPrefetch || !userAgent || isbot(userAgent);
}
