/** Which page an address asks for, in which language. */
import { inLanguage, prefixOf, splitLanguage } from '#lib/language/path.ts';
import type { Caller } from '../core/caller.ts';
import type { Collected } from '../core/page-dependencies.ts';
import type { Services } from '../core/services.ts';
import type { PageApi } from './local-api.ts';
import { createVisit, type Visit } from './locals.ts';

export interface PageVisit {
  visit: Visit;
  /** What Astro is asked for: without the prefix of a language the shop speaks. */
  address: string;
}

/**
 * @param address path and query as it was asked for
 * @param caller whose page it is; left out for pages that are the same for everybody
 */
export function visitTo(
  services: Services,
  api: PageApi,
  address: string,
  caller?: Caller,
): Promise<PageVisit> | PageVisit {
  const visit = createVisit(services, api, caller);
  const { prefix, rest } = splitLanguage(address);
  return prefix === '' ? { visit, address } : inItsLanguage(api, visit, { address, prefix, rest });
}

async function inItsLanguage(
  api: PageApi,
  visit: Visit,
  { address, prefix, rest }: { address: string; prefix: string; rest: string },
): Promise<PageVisit> {
  const lang = await spoken(api, prefix, visit.collected);
  // A file is the same in every language. Neither it nor a language the shop does not speak has pages under the prefix:
  // Astro knows none there, and answers so.
  if (lang === null || inLanguage(rest, prefix) === rest) return { visit, address };
  Object.assign(visit.locals, { lang, root: prefix });
  return { visit, address: rest };
}

/** The language of a prefix, null when the shop does not have it. */
async function spoken(api: PageApi, prefix: string, collected: Collected): Promise<string | null> {
  const [shop, words] = await Promise.all([
    api('GET /api/v1/storefront/shop', undefined, collected),
    api('GET /api/v1/test/getLanguage', { query: { lang: '' } }, collected),
  ]);
  const own = shop.data?.lang ?? '';
  const found = words.data?.languages.find(({ lang }) => lang !== own && prefixOf(lang, own) === prefix);
  return found?.lang ?? null;
}
