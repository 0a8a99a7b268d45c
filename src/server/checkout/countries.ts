/** The countries the shop ships to, with what each asks of an address (API-090). */
import { z } from 'zod';
import type { CountryRules } from '#lib/checkout/address-rules.ts';
import type { Queryable } from '../db/database.ts';
import { readSetting } from '../settings/store.ts';
import { readTheme } from '../theme/store.ts';
import { allCountries, phoneCodeOf, provincesOf, zipPatternOf } from './country-data.ts';

export interface Country extends CountryRules {
  provinces: { code: string; name: string }[];
  /** With leading +. */
  phone_code: string;
}

/** Setting `numericPhones`: countries whose couriers take phone numbers of digits alone (R75). */
export const numericPhonesSchema = z.array(
  z.string().regex(/^[A-Z]{2}$/, 'must be a two-letter country code'),
);

/**
 * @param lang of the names, BCP 47; countries come sorted by name
 * @param numericPhones those of `codes` where a phone number is digits alone
 */
export function countriesFrom(
  codes: readonly string[],
  lang: string,
  numericPhones: readonly string[],
): Country[] {
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
  return allCountries.includes(code) ? countriesFrom([code], 'en', []) : [];
}

/** Settings `countries`, `shop` and `numericPhones`: where orders can go. */
export async function readCountries(db: Queryable): Promise<Country[]> {
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
