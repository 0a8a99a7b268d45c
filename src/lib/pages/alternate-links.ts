/** Builds the links to a page's other language versions, for search engines. Pure. */
import { canonicalUrl } from './paths.ts';

export interface ShopLanguage {
  /** Language tag, BCP 47. */
  lang: string;
  name: string;
  /** Path prefix of the language; '' for the shop's own language. */
  prefix: string;
}

export interface AlternateLink {
  hreflang: string;
  href: string;
}

/**
 * Returns links to all language versions of a page, including the current one, as search engines require; none if there is only one
 * language.
 * @param languages languages of the shop, its own first
 * @param path canonical path without a language prefix, null for pages that must not be indexed
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
