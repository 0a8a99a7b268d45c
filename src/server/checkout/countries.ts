/** The countries the shop ships to, with what each asks of an address (API-090). */
import { z } from 'zod';
import type { CountryRules } from '#lib/checkout/address-rules.ts';
import { frozen } from '#lib/frozen.ts';
import type { Queryable } from '../db/database.ts';
import { readSetting } from '../settings/store.ts';
import { readTheme } from '../theme/store.ts';
import { allCountries, phoneCodeOf, provincesOf, zipPatternOf } from './country-data.ts';

export interface Country extends CountryRules {
  provinces: readonly { code: string; name: string }[];
  /** With leading +. */
  phone_code: string;
}

export const numericPhonesSchema = z
  .array(z.string().regex(/^[A-Z]{2}$/, 'must be a two-letter country code'))
  .describe('Countries whose couriers accept only digits in phone numbers, ISO 3166 (R75).');

/** Cached by their codes, the same list in every call that reads the same settings: naming and sorting take longer than all else here. */
const listsByCodes = new WeakMap<readonly string[], Map<string, readonly Country[]>>();

/**
 * Returns what each country asks of an address, frozen, sorted by name.
 * @param lang of the names, BCP 47; not what a client sends, since a list is cached for each
 * @param numericPhones those of `codes` where a phone number is digits alone
 */
export function countriesFrom(
  codes: readonly string[],
  lang: string,
  numericPhones: readonly string[],
): readonly Country[] {
  const lists = listsByCodes.get(codes) ?? new Map<string, readonly Country[]>();
  listsByCodes.set(codes, lists);
  const key = [lang, ...numericPhones].join();
  const list = lists.get(key) ?? frozen(namedCountries(codes, lang, numericPhones));
  lists.set(key, list);
  return list;
}

function namedCountries(codes: readonly string[], lang: string, numericPhones: readonly string[]): Country[] {
  const names = new Intl.DisplayNames([lang, 'en'], { type: 'region' });
  return codes
    .map((code) => {
      const zip_pattern = zipPatternOf(code);
      return {
        code,
        name: names.of(code) ?? code,
        provinces: provincesOf(code),
        phone_code: phoneCodeOf(code),
        zip_pattern,
        zip_required: zip_pattern !== '',
        ...(numericPhones.includes(code) && { phone_numeric: true }),
      };
    })
    .sort((one, other) => one.name.localeCompare(other.name, lang));
}

/** What a country asks of an address to which nothing is sent; none for a code that is no country's. */
export function countryAnywhere(code: string): Country[] {
  return countriesFrom(allCountries, 'en', []).filter((country) => country.code === code);
}

/** Settings `countries`, `shop` and `numericPhones`: where orders can go. */
export async function readCountries(db: Queryable): Promise<readonly Country[]> {
  const [codes, shop, numericPhones] = await Promise.all([
    readTheme(db, 'countries'),
    readTheme(db, 'shop'),
    readNumericPhones(db),
  ]);
  return countriesFrom(codes, shop.lang, numericPhones);
}

export async function readNumericPhones(db: Queryable): Promise<readonly string[]> {
  return (await readSetting(db, 'numericPhones', numericPhonesSchema)) ?? [];
}
