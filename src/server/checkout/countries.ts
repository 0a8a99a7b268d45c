/** The countries the shop ships to, with their address rules (API-090). */
import { z } from 'zod';
import type { CountryRules } from '#lib/checkout/address-rules.ts';
import { deepFreeze } from '#lib/deep-freeze.ts';
import type { Queryable } from '../db/database.ts';
import { readSetting } from '../settings/store.ts';
import { readThemeSetting } from '../theme/store.ts';
import { allCountries, getCallingCode, getProvinces, getZipPattern } from './country-data.ts';

export interface Country extends CountryRules {
  provinces: readonly { code: string; name: string }[];
  /** Calling code of the country, with a leading +. */
  phone_code: string;
}

export const numericPhonesSchema = z
  .array(z.string().regex(/^[A-Z]{2}$/, 'must be a two-letter country code'))
  .describe('Countries whose couriers accept only digits in phone numbers, ISO 3166 (R75).');

/**
 * Cache of country lists by their `codes` array. Readers of the same settings share a list, because naming and sorting the countries is the
 * most expensive step.
 */
const listsByCodes = new WeakMap<readonly string[], Map<string, readonly Country[]>>();

/**
 * Returns each country with its address rules, sorted by name and frozen.
 * @param lang language of the country names, BCP 47; never pass a value from the client, because each language adds a cache entry
 * @param numericPhones country codes where phone numbers may only contain digits
 */
export function buildCountries(
  codes: readonly string[],
  lang: string,
  numericPhones: readonly string[],
): readonly Country[] {
  const lists = listsByCodes.get(codes) ?? new Map<string, readonly Country[]>();
  listsByCodes.set(codes, lists);
  const key = [lang, ...numericPhones].join();
  const list = lists.get(key) ?? deepFreeze(namedCountries(codes, lang, numericPhones));
  lists.set(key, list);
  return list;
}

function namedCountries(codes: readonly string[], lang: string, numericPhones: readonly string[]): Country[] {
  const names = new Intl.DisplayNames([lang, 'en'], { type: 'region' });
  return codes
    .map((code) => {
      const zip_pattern = getZipPattern(code);
      return {
        code,
        name: names.of(code) ?? code,
        provinces: getProvinces(code),
        phone_code: getCallingCode(code),
        zip_pattern,
        zip_required: zip_pattern !== '',
        ...(numericPhones.includes(code) && { phone_numeric: true }),
      };
    })
    .sort((one, other) => one.name.localeCompare(other.name, lang));
}

/** Returns the address rules of one country, even if the shop does not ship there; [] for an unknown code. */
export function findCountryRules(code: string): Country[] {
  return buildCountries(allCountries, 'en', []).filter((country) => country.code === code);
}

/** Reads the countries that orders can be shipped to, from the settings `countries`, `shop` and `numericPhones`. */
export async function readCountries(db: Queryable): Promise<readonly Country[]> {
  const [codes, shop, numericPhones] = await Promise.all([
    readThemeSetting(db, 'countries'),
    readThemeSetting(db, 'shop'),
    readNumericPhoneCountries(db),
  ]);
  return buildCountries(codes, shop.lang, numericPhones);
}

export async function readNumericPhoneCountries(db: Queryable): Promise<readonly string[]> {
  return (await readSetting(db, 'numericPhones', numericPhonesSchema)) ?? [];
}
