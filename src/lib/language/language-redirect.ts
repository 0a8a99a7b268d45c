/** Redirects to the language that the shopper chose (R84). The choice is stored as `lang` in browser storage and in a cookie. */
import { getLanguagePrefix, splitLanguage } from './path.ts';

/**
 * Returns the redirect target for a URL without a language prefix; '' for no redirect. A URL with a prefix always shows that language, and
 * visitors who have not chosen a language, such as crawlers, are not redirected.
 * @param others languages that have a prefix, separated by spaces
 * @param address path with query and hash
 */
export function getLanguageRedirect(stored: string | null, others: string, address: string): string {
  return stored && others.split(' ').includes(stored) ? getLanguagePrefix(stored, '') + address : '';
}

/** Returns the URL of the same page in another language. @param address path with query and hash */
export function getUrlInLanguage(prefix: string, address: string): string {
  return prefix + splitLanguage(address).rest;
}
