/** Language prefixes of URLs: pages in the shop's own language have none, all other languages have one, such as `/de/…`. Pure. */

const prefixPattern = /^\/[a-z]{2}(?:-[a-z]{2,4})?(?=[/?]|$)/;

/**
 * Splits the language prefix from a path, without checking that the shop offers the language.
 * @param address path, with or without a query
 * @example splitLanguage('/de/cart') → { prefix: '/de', rest: '/cart' }
 */
export function splitLanguage(address: string): { prefix: string; rest: string } {
  const prefix = prefixPattern.exec(address)?.[0] ?? '';
  const rest = address.slice(prefix.length);
  return { prefix, rest: rest.startsWith('/') ? rest : `/${rest}` };
}

/** Returns the path prefix of a language: '' for the shop's own language. */
export function getLanguagePrefix(lang: string, shopLang: string): string {
  return lang === shopLang ? '' : `/${lang.toLowerCase()}`;
}

/** Matches paths that have no language: endpoints, images and files. A dot in the query does not make a path a file. */
const common = /^\/(?:api|media|_astro)\/|^[^?#]*\.\w+(?:[?#]|$)/;

/** Adds a language prefix to a page's path; paths of files and endpoints and URLs of other sites stay unchanged. */
export function withLanguagePrefix(path: string, prefix: string): string {
  const isPage = path.startsWith('/') && !path.startsWith('//') && !common.test(path);
  return isPage && splitLanguage(path).prefix === '' ? prefix + path : path;
}
