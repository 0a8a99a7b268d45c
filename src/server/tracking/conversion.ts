/** Type of a conversion that the server sends to advertising services, and validation of the event data that pages send. Pure. */
import { z } from 'zod';
import { maxLineQuantity } from '#lib/contract/bag-limits.ts';
import type { ShopEventName } from '#lib/contract/tracking.ts';
import { splitLanguage } from '#lib/language/path.ts';
import { isPageWithoutPixels } from '#lib/marketing/pages-without-pixels.ts';
import type { EventProducts } from '#lib/marketing/shop-event.ts';
import { pageType } from '#lib/pages/page-type.ts';

export interface Conversion {
  name: ShopEventName;
  id: string;
  /** Time of the event, ms UTC. */
  at: number;
  /** URL of the page, without its query. */
  url: string;
  products: EventProducts;
  /** Email address of the shopper; '' if unknown. */
  email: string;
  /** Phone number as digits with the country calling code; '' if unknown. */
  phone: string;
  browser: BrowserIdentity;
}

/** Request data that identifies the browser. Cookies of the service are null if missing. */
export interface BrowserIdentity {
  ip: string;
  agent: string;
  /** Click id, from the cookie `_fbc` (Meta) or `ttclid` (TikTok). */
  clickId: string | null;
  /** Browser id, from the cookie `_fbp` (Meta) or `_ttp` (TikTok). */
  browserId: string | null;
}

/** Maximum age of an event that advertising services accept, ms: seven days. */
export const maxEventAgeMs = 7 * 86_400_000;

/** Returns the time of an event, ms UTC; `now` if the time is invalid, too old or in the future. */
export function parseEventTime(sent: number | string, now: number): number {
  const at = typeof sent === 'string' ? Date.parse(sent) : sent;
  return at > now - maxEventAgeMs && at <= now ? at : now;
}

/**
 * Returns the page URL to send with an event, without its query. Returns the shop's URL for private pages, whose path may be a
 * secret, and for URLs of other sites.
 * @param sent page URL as sent by the client
 * @param site the shop's URL (SITE_URL)
 */
export function eventUrl(sent: string, site: string): string {
  const url = URL.parse(sent, site);
  if (!url || url.origin !== new URL(site).origin) return site;
  const { rest } = splitLanguage(url.pathname);
  return isPageWithoutPixels(pageType(rest), '') ? site : url.origin + url.pathname;
}

const content = z.object({
  id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER),
  quantity: z.number().int().min(1).max(maxLineQuantity).catch(1),
  price: z.number().min(0).optional().catch(undefined),
});

/** Returns the search terms of a Search event. */
export function parseSearchQuery({ query }: Record<string, unknown>): Pick<EventProducts, 'query'> {
  return typeof query === 'string' && query !== '' ? { query: query.slice(0, 255) } : {};
}

/** A product in an event that a page sent; `price` is the unit price according to the page. */
export interface EventContent {
  productId: number;
  quantity: number;
  price?: number;
}

/** Parses the products in an event that a page sent. If a single product has no price, derives the price from the event's `value`. */
export function parseEventContents({ value, contents }: Record<string, unknown>): EventContent[] {
  const list = Array.isArray(contents) ? contents.slice(0, 100) : [];
  const read = list.flatMap((entry) => content.safeParse(entry).data ?? []);
  return read.map(({ id: productId, quantity, price }) => {
    const stated = price ?? (read.length === 1 && typeof value === 'number' ? value / quantity : undefined);
    return { productId, quantity, ...(stated !== undefined && { price: stated }) };
  });
}

/** Returns the product's price that is closest to the price sent by the page, so that a client cannot report an arbitrary price. */
export function closestPrice(prices: readonly number[], stated: number): number {
  return prices.reduce((best, price) => (Math.abs(price - stated) < Math.abs(best - stated) ? price : best));
}
