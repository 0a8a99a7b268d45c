/** The countries the shop ships to, with what each asks of an address (API-090). */
import type { CountryRules } from '#lib/checkout/address-rules.ts';
import type { Queryable } from '../db/database.ts';
import { readTheme } from '../theme/store.ts';
import { phoneCodeOf, provincesOf, zipPatternOf } from './country-data.ts';

export interface Country extends CountryRules {
  provinces: { code: string; name: string }[];
  /** With leading +. */
  phone_code: string;
}

/** @param lang of the names, BCP 47; countries come sorted by name */
export function countriesFrom(codes: readonly string[], lang: string): Country[] {
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
      };
    })
    .sort((one, other) => one.name.localeCompare(other.name, lang));
}

/** Settings `countries` and `shop`: where orders can go. */
export async function readCountries(db: Queryable): Promise<Country[]> {
  const [codes, shop] = await Promise.all([readTheme(db, 'countries'), readTheme(db, 'shop')]);
  return countriesFrom(codes, shop.lang);
}
