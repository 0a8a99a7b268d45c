/** The same page in the shop's other languages, for search engines. Pure. */
import { canonicalFor } from './addresses.ts';

export interface ShopLanguage {
  /** BCP 47. */
  lang: string;
  name: string;
  /** What its addresses begin with, '' for the shop's own. */
  prefix: string;
}

export interface AlternateLink {
  hreflang: string;
  href: string;
}

/**
 * Links to every form of a page, the own one included, as search engines ask; none where there is nothing to choose.
 * @param languages the shop's own first
 * @param path canonical path without a language, null for pages that are not to be found
 */
export function alternateLinks(
  languages: readonly ShopLanguage[],
  origin: string,
  path: string | null,
): AlternateLink[] {
  if (path === null || languages.length < 2) return [];
  const links = languages.map(({ lang, prefix }) => ({
    hreflang: lang,
    href: canonicalFor(origin + prefix, path),
  }));
  return [...links, { hreflang: 'x-default', href: canonicalFor(origin, path) }];
}
