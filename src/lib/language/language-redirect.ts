/** The language the shopper chose (R84): stored as `lang` in the storage and as a cookie, until another is chosen. */
import { getLanguagePrefix, splitLanguage } from './path.ts';

/**
 * Returns the URL to redirect to from a URL without a language prefix; '' to stay. A URL with a prefix always shows that
 * language, and visitors without a choice, such as crawlers, are not redirected.
 * @param others languages with a prefix, separated by spaces
 * @param address path with query and hash
 */
export function getLanguageRedirect(stored: string | null, others: string, address: string): string {
  return stored && others.split(' ').includes(stored) ? getLanguagePrefix(stored, '') + address : '';
}

/** Returns the same page in another language. @param address path with query and hash */
export function getUrlInLanguage(prefix: string, address: string): string {
  return prefix + splitLanguage(address).rest;
}
