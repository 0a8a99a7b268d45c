/** Languages in addresses: the shop's own has no prefix, every other lives under `/de/…`. Pure. */

const prefixPattern = /^\/[a-z]{2}(?:-[a-z]{2,4})?(?=[/?]|$)/;

/**
 * Takes a language's prefix off an address. Whether the shop speaks it is for others to say.
 * @param address path, with or without a query
 * @example splitLanguage('/de/cart') → { prefix: '/de', rest: '/cart' }
 */
export function splitLanguage(address: string): { prefix: string; rest: string } {
  const prefix = prefixPattern.exec(address)?.[0] ?? '';
  const rest = address.slice(prefix.length);
  return { prefix, rest: rest.startsWith('/') ? rest : `/${rest}` };
}

/** The prefix of a language's addresses: '' for the shop's own. */
export function prefixOf(lang: string, shopLang: string): string {
  return lang === shopLang ? '' : `/${lang.toLowerCase()}`;
}

/** What is the same in every language: calls, pictures, files. A dot in the query makes no file. */
const common = /^\/(?:api|media|_astro)\/|^[^?#]*\.\w+(?:[?#]|$)/;

/** A path of the shop's pages in the language of a prefix; files, calls and other sites' addresses stay as they are. */
export function inLanguage(path: string, prefix: string): string {
  const isPage = path.startsWith('/') && !path.startsWith('//') && !common.test(path);
  return isPage && splitLanguage(path).prefix === '' ? prefix + path : path;
}
