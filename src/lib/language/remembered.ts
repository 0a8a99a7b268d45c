/** The language the shopper chose (R84): stored as `lang` in the storage and as a cookie, until another is chosen. */
import { prefixOf, splitLanguage } from './path.ts';

/**
 * Where a shopper who chose a language goes from an address of the shop's own; '' to stay. An address that names its
 * language is always shown in it, and a visitor without a choice, such as a crawler, is not redirected.
 * @param others the languages with addresses of their own, divided by blanks
 * @param address path with query and hash
 */
export function rememberedAddress(stored: string | null, others: string, address: string): string {
  return stored && others.split(' ').includes(stored) ? prefixOf(stored, '') + address : '';
}

/** The same page in a language. @param address path with query and hash */
export function addressIn(prefix: string, address: string): string {
  return prefix + splitLanguage(address).rest;
}
