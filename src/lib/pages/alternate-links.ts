/** Links to a page in the shop's other languages, for search engines. Pure. */
import { canonicalUrl } from './paths.ts';

export interface ShopLanguage {
  /** BCP 47. */
  lang: string;
  name: string;
  /** Prefix of its paths, '' for the shop's own. */
  prefix: string;
}

export interface AlternateLink {
  hreflang: string;
  href: string;
}

/**
 * Returns links to every language of a page, including the current one, as search engines require; none for a single language.
 * @param languages the shop's own first
 * @param path canonical path without a language, null for pages that must not be indexed
 */
export function alternateLinks(
  languages: readonly ShopLanguage[],
  origin: string,
  path: string | null,
): AlternateLink[] {
  if (path === null || languages.length < 2) return [];
  const links = languages.map(({ lang, prefix }) => ({
    hreflang: lang,
    href: canonicalUrl(origin + prefix, path),
  }));
  return [...links, { hreflang: 'x-default', href: canonicalUrl(origin, path) }];
}
