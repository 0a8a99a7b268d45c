/** Resolves a requested URL to a page and a language. */
import { getLanguagePrefix, splitLanguage, withLanguagePrefix } from '#lib/language/path.ts';
import type { ReadCache } from '../cache/read-cache.ts';
import type { Caller } from '../core/caller.ts';
import type { PageApi, PageDependencies } from '../core/page-dependencies.ts';
import type { Services } from '../core/services.ts';
import { createRenderContext, type RenderContext } from './locals.ts';

export interface PageRequest {
  context: RenderContext;
  /** Path and query for Astro, without the language prefix. */
  address: string;
}

/**
 * @param address requested path and query
 * @param caller the visitor; omitted for pages that are the same for all visitors
 * @param parts see `createRenderContext`
 */
export function toPageRequest(
  services: Services,
  api: PageApi,
  address: string,
  caller?: Caller,
  parts?: ReadCache,
): Promise<PageRequest> | PageRequest {
  const context = createRenderContext(services, api, caller, parts);
  const { prefix, rest } = splitLanguage(address);
  return prefix === '' ? { context, address } : inItsLanguage(api, context, { address, prefix, rest });
}

async function inItsLanguage(
  api: PageApi,
  context: RenderContext,
  { address, prefix, rest }: { address: string; prefix: string; rest: string },
): Promise<PageRequest> {
  const lang = await spoken(api, prefix, context.dependencies);
  // Neither files nor languages that the shop does not have exist under the prefix: Astro answers the full path with its 404
  // page.
  if (lang === null || withLanguagePrefix(rest, prefix) === rest) return { context, address };
  Object.assign(context.locals, { lang, root: prefix });
  return { context, address: rest };
}

/** Returns the language of a prefix; null when the shop does not have it. */
async function spoken(api: PageApi, prefix: string, dependencies: PageDependencies): Promise<string | null> {
  const [shop, languageConfig] = await Promise.all([
    api('GET /api/v1/storefront/shop', undefined, dependencies),
    api('GET /api/v1/test/getLanguage', { query: { lang: '' } }, dependencies),
  ]);
  const defaultLang = shop.data?.lang ?? '';
  const found = languageConfig.data?.languages.find(
    ({ lang }) => lang !== defaultLang && getLanguagePrefix(lang, defaultLang) === prefix,
  );
  return found?.lang ?? null;
}
