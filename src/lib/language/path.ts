/** Languages in URLs: the shop's own has no prefix, every other is under `/de/…`. Pure. */

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

/** Returns the path prefix of a language: '' for the shop's own. */
export function getLanguagePrefix(lang: string, shopLang: string): string {
  return lang === shopLang ? '' : `/${lang.toLowerCase()}`;
}

/** Paths without a language: endpoints, pictures, files. A dot in the query does not make a path a file. */
const common = /^\/(?:api|media|_astro)\/|^[^?#]*\.\w+(?:[?#]|$)/;

/** Adds a language prefix to a page's path; files, endpoints and other sites' URLs stay unchanged. */
export function withLanguagePrefix(path: string, prefix: string): string {
  const isPage = path.startsWith('/') && !path.startsWith('//') && !common.test(path);
  return isPage && splitLanguage(path).prefix === '' ? prefix + path : path;
}
