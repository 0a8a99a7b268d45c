/** Programs that read the shop: their views are kept, marked, and left out of all figures. */
import { isbot } from 'isbot';

/**
 * Whether nobody looked at it.
 * @param userAgent as sent; a browser always sends one
 * @param isPrefetch the call was made by a page that was only prefetched or prerendered
 */
export function isBot(userAgent: string | undefined, isPrefetch: boolean): boolean {
  return isPrefetch || !userAgent || isbot(userAgent);
}
