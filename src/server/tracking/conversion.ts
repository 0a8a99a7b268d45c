/** A conversion as the server tells it, and what may be believed of what a page says about it. Pure. */
import { z } from 'zod';
import { maxLineQuantity } from '#lib/contract/bag-limits.ts';
import type { ShopEventName } from '#lib/contract/tracking.ts';
import { splitLanguage } from '#lib/language/path.ts';
import { isClosedPage } from '#lib/marketing/pages-without-pixels.ts';
import type { EventProducts } from '#lib/marketing/shop-event.ts';
import { pageType } from '#lib/pages/page-type.ts';

export interface Conversion {
  name: ShopEventName;
  id: string;
  /** ms UTC */
  at: number;
  /** Of the page, without its query. */
  url: string;
  goods: EventProducts;
  /** '' where it is not known. */
  email: string;
  /** Digits with the country's code, '' where they are not known. */
  phone: string;
  browser: Browser;
}

/** What a browser says of itself with every request; cookies of the service, null where there are none. */
export interface Browser {
  ip: string;
  agent: string;
  /** `_fbc`, or `ttclid`. */
  clickId: string | null;
  /** `_fbp`, or `_ttp`. */
  browserId: string | null;
}

/** Services take events of the last seven days; ms. */
export const oldest = 7 * 86_400_000;

/** When it happened; a time that cannot be is now. */
export function timeOf(sent: number | string, now: number): number {
  const at = typeof sent === 'string' ? Date.parse(sent) : sent;
  return at > now - oldest && at <= now ? at : now;
}

/**
 * The address of a page that is told: of this shop, without query and language. Closed pages, whose path may be a key, are the
 * shop itself.
 * @param sent as the page says it
 * @param site SITE_URL
 */
export function eventUrl(sent: string, site: string): string {
  const url = URL.parse(sent, site);
  if (!url || url.origin !== new URL(site).origin) return site;
  const { rest } = splitLanguage(url.pathname);
  return isClosedPage(pageType(rest), '') ? site : url.origin + url.pathname;
}

const content = z.object({
  id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER),
  quantity: z.number().int().min(1).max(maxLineQuantity).catch(1),
  price: z.number().min(0).optional().catch(undefined),
});

/** Returns the search terms of a Search event. */
export function queryOf({ query }: Record<string, unknown>): Pick<EventProducts, 'query'> {
  return typeof query === 'string' && query !== '' ? { query: query.slice(0, 255) } : {};
}

/** A product that a page's event names; `price` is what the page states for one unit. */
export interface SentContent {
  productId: number;
  quantity: number;
  price?: number;
}

/** Reads the products of a page's event. Its `value` stands for the price where it names one product only. */
export function contentsOf({ value, contents }: Record<string, unknown>): SentContent[] {
  const list = Array.isArray(contents) ? contents.slice(0, 100) : [];
  const read = list.flatMap((entry) => content.safeParse(entry).data ?? []);
  return read.map(({ id: productId, quantity, price }) => {
    const stated = price ?? (read.length === 1 && typeof value === 'number' ? value / quantity : undefined);
    return { productId, quantity, ...(stated !== undefined && { price: stated }) };
  });
}

/** Returns the one of a product's prices that is closest to a stated price: a page can choose among prices, never make one. */
export function closestPrice(prices: readonly number[], stated: number): number {
  return prices.reduce((best, price) => (Math.abs(price - stated) < Math.abs(best - stated) ? price : best));
}
