/** Resolves the URL of a request to a page and a language. */
import { getLanguagePrefix, splitLanguage, withLanguagePrefix } from '#lib/language/path.ts';
import type { ReadCache } from '../cache/read-cache.ts';
import type { Caller } from '../core/caller.ts';
import type { PageApi, PageDependencies } from '../core/page-dependencies.ts';
import type { Services } from '../core/services.ts';
import { createRenderContext, type RenderContext } from './locals.ts';

export interface PageRequest {
  context: RenderContext;
  /** Path and query passed to Astro, without the language prefix. */
  address: string;
}

/**
 * Resolves a URL to a render context and the path to render.
 * @param address requested path and query
 * @param caller the visitor; omitted for pages that are the same for all visitors
 * @param parts cache for HTML fragments, see `createRenderContext`
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
  // Passes the full path, for which Astro renders its 404 page: either the shop does not have this language, or the path is a file,
  // and files have no language prefix.
  if (lang === null || withLanguagePrefix(rest, prefix) === rest) return { context, address };
  Object.assign(context.locals, { lang, root: prefix });
  return { context, address: rest };
}

/** Returns the language of a URL prefix; null if the shop does not have that language. */
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
