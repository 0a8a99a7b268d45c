/** A conversion as the server tells it, and what may be believed of what a page says about it. Pure. */
import { z } from 'zod';
import type { ShopEventName } from '#lib/contract/tracking.ts';
import { splitLanguage } from '#lib/language/path.ts';
import { isClosedPage } from '#lib/marketing/closed-pages.ts';
import type { EventGoods } from '#lib/marketing/shop-event.ts';
import { pageType } from '#lib/pages/page-type.ts';

export interface Conversion {
  name: ShopEventName;
  id: string;
  /** ms UTC */
  at: number;
  /** Of the page, without its query. */
  url: string;
  goods: EventGoods;
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
export function toldUrl(sent: string, site: string): string {
  const url = URL.parse(sent, site);
  if (!url || url.origin !== new URL(site).origin) return site;
  const { rest } = splitLanguage(url.pathname);
  return isClosedPage(pageType(rest), '') ? site : url.origin + url.pathname;
}

const content = z
  .object({
    id: z.coerce.string().min(1).max(64),
    quantity: z.number().int().min(1).max(100_000).catch(1),
    price: z.number().min(0).optional().catch(undefined),
  })
  .transform(({ id, quantity, price }) => ({ id, quantity, ...(price !== undefined && { price }) }));

/** Picks what is known of a page's words about its goods; the rest is dropped. */
export function goodsOf(sent: Record<string, unknown>): EventGoods {
  const { value, currency, contents, query } = sent;
  const list = Array.isArray(contents) ? contents.slice(0, 100) : [];
  const read = list.flatMap((entry) => content.safeParse(entry).data ?? []);
  return {
    ...(typeof value === 'number' && value >= 0 && { value }),
    ...(typeof currency === 'string' && /^[A-Z]{3}$/.test(currency) && { currency }),
    ...(read.length > 0 && { contents: read }),
    ...(typeof query === 'string' && query !== '' && { query: query.slice(0, 255) }),
  };
}
