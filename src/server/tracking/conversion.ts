/** A conversion as the server sends it, and the validation of what pages claim. Pure. */
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
  /** ms UTC */
  at: number;
  /** URL of the page, without its query. */
  url: string;
  products: EventProducts;
  /** '' if unknown. */
  email: string;
  /** Digits with the country calling code; '' if unknown. */
  phone: string;
  browser: BrowserIdentity;
}

/** Request data that identifies the browser; the service's cookies are null if missing. */
export interface BrowserIdentity {
  ip: string;
  agent: string;
  /** `_fbc`, or `ttclid`. */
  clickId: string | null;
  /** `_fbp`, or `_ttp`. */
  browserId: string | null;
}

/** Services accept events of the last seven days; ms. */
export const maxEventAgeMs = 7 * 86_400_000;

/** Returns when the event happened, ms UTC; an impossible time becomes `now`. */
export function parseEventTime(sent: number | string, now: number): number {
  const at = typeof sent === 'string' ? Date.parse(sent) : sent;
  return at > now - maxEventAgeMs && at <= now ? at : now;
}

/**
 * Returns the URL to send for a page of this shop, without its query. For private pages, whose path may be a secret, and for
 * other sites it returns the shop's URL.
 * @param sent URL that the page claims
 * @param site SITE_URL
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

/** A product in a page's event; `price` is the unit price that the page claims. */
export interface EventContent {
  productId: number;
  quantity: number;
  price?: number;
}

/** Parses the products of a page's event. For a single product without a price, derives it from the event's `value`. */
export function parseEventContents({ value, contents }: Record<string, unknown>): EventContent[] {
  const list = Array.isArray(contents) ? contents.slice(0, 100) : [];
  const read = list.flatMap((entry) => content.safeParse(entry).data ?? []);
  return read.map(({ id: productId, quantity, price }) => {
    const stated = price ?? (read.length === 1 && typeof value === 'number' ? value / quantity : undefined);
    return { productId, quantity, ...(stated !== undefined && { price: stated }) };
  });
}

/** Returns the product's price closest to the claimed one: a page can choose among prices but not invent one. */
export function closestPrice(prices: readonly number[], stated: number): number {
  return prices.reduce((best, price) => (Math.abs(price - stated) < Math.abs(best - stated) ? price : best));
}
