/** Validates and normalises an order's contact and address. The same functions run in the browser and on the server. */

import { emailRequired, firstProblem, type Rule, required } from '#lib/forms/rules.ts';
import type { checkoutTexts } from '#lib/messages/checkout.ts';
import type { AdditionalTexts, DefaultTexts, defaultTexts } from '#lib/messages/default.ts';
import type { StaticTexts, TextsOf } from '#lib/messages/format.ts';
import type { nameTexts } from '#lib/messages/names.ts';
import type { Address } from '#lib/orders/address.ts';
import { numericPhoneRule, phoneRule } from './phone-number.ts';
import { toPlainCharacters } from './plain-characters.ts';

/** A country's requirements for an address (GET /api/v2/country). */
export interface CountryRules {
  code: string;
  name: string;
  provinces: readonly { code: string; name: string }[];
  /** Regular expression that the whole postal code must match, '' for no check. A separator in it, ` ?` or `-?`, is optional. */
  zip_pattern: string;
  zip_required: boolean;
  /** True if phone numbers must contain only digits. */
  phone_numeric?: boolean | undefined;
}

export type AddressField = keyof Address;
/** Error messages by field; valid fields are absent. */
export type FieldErrors<Field extends string> = Partial<Record<Field, string>>;

type LabelTexts = StaticTexts<typeof checkoutTexts>;

const countriesWithStates = new Set(['AU', 'BR', 'IN', 'MX', 'MY', 'US']);
const zipLabelKeys: Record<string, 'zipCode' | 'postcode' | 'eircode'> = {
  US: 'zipCode',
  GB: 'postcode',
  AU: 'postcode',
  IE: 'eircode',
};

/** Returns the country's word for a province, for the field and its error message. */
export function provinceLabel(countryCode: string, texts: LabelTexts): string {
  return countriesWithStates.has(countryCode) ? texts.state : texts.province;
}

/** Returns the country's word for a postal code, for the field and its error message. */
export function zipLabel(countryCode: string, texts: LabelTexts): string {
  return texts[zipLabelKeys[countryCode] ?? 'zip'];
}

/** Returns the error message for the contact's email, '' if the email is valid. */
export function validateEmail(email: string, texts: DefaultTexts): string {
  return emailRequired(texts)(email);
}

/**
 * Returns the error messages for a postal address.
 * @param countries countries that the shop ships to
 * @param needsPhone whether the delivery method requires a phone number; otherwise it is optional (R75)
 */
export function validateAddress(
  address: Address,
  countries: readonly CountryRules[],
  texts: TextsOf<typeof defaultTexts & typeof checkoutTexts & typeof nameTexts> &
    Pick<AdditionalTexts, 'phoneBlankMsg' | 'phoneNumericMsg'>,
  needsPhone = false,
): FieldErrors<AddressField> {
  const country = countries.find(({ code }) => code === address.country_code);
  const need = (label: string) => required(texts.text('requiredMsg', { name: label }));
  const rules: [AddressField, Rule[]][] = [
    // Many people have only one name and enter it in either field.
    ['first_name', address.last_name.trim() === '' ? [need(texts.firstName)] : []],
    ['address1', [need(texts.address)]],
    ['city', [need(texts.city)]],
    ['country_code', [need(texts.country), () => (country ? '' : texts.notShippedTo)]],
  ];
  if (needsPhone || address.phone.trim() !== '') {
    rules.push([
      'phone',
      country?.phone_numeric ? [numericPhoneRule(texts)] : [need(texts.phone), phoneRule(texts)],
    ]);
  }
  if (country && country.provinces.length > 0) {
    const name = provinceLabel(country.code, texts);
    const existingProvince = provinceRule(country, texts.text('provinceOf', { name, country: country.name }));
    rules.push(['province', [need(name), existingProvince]]);
  }
  if (country) {
    const name = zipLabel(country.code, texts);
    const fitting = zipRule(country, texts.text('zipOf', { name, country: country.name }));
    rules.push(['zip', country.zip_required ? [need(name), fitting] : [fitting]]);
  }
  const found = rules.map(([field, list]) => [field, firstProblem(address[field], list)] as const);
  return Object.fromEntries(found.filter(([, message]) => message !== ''));
}

/**
 * Returns the address in the form in which it is stored: trimmed, with the country's name, the province's code, the postal code in the
 * country's format and the phone number in plain characters.
 */
export function normaliseAddress(address: Address, countries: readonly CountryRules[]): Address {
  const tidy = Object.fromEntries(
    Object.entries(address).map(([field, value]) => [field, value.trim().replace(/\s+/g, ' ')]),
  ) as Record<AddressField, string>;
  tidy.phone = toPlainCharacters(tidy.phone);
  tidy.zip = toPlainCharacters(tidy.zip);
  const country = countries.find(({ code }) => code === tidy.country_code);
  if (!country) return tidy;
  const zip = findZip(country, tidy.zip);
  return {
    ...tidy,
    country: country.name,
    province: findProvince(country, tidy.province) ?? tidy.province,
    zip: zip === null ? tidy.zip : withSeparator(zip, country.zip_pattern),
  };
}

/** Finds a province by code or name, ignoring accents and dots, as in "Québec" and "N.Y.". */
function findProvince(country: CountryRules, typed: string): string | null {
  const plain = (text: string) =>
    toPlainCharacters(text)
      .normalize('NFD')
      .replace(/[\p{M}.]/gu, '')
      .toLowerCase();
  const normalizedInput = plain(typed);
  const found = country.provinces.find(
    ({ code, name }) => plain(code) === normalizedInput || plain(name) === normalizedInput,
  );
  return found?.code ?? null;
}

function provinceRule(country: CountryRules, message: string): Rule {
  return (value) => (findProvince(country, value) === null ? message : '');
}

function zipRule(country: CountryRules, message: string): Rule {
  return (value) => (findZip(country, value) === null ? message : '');
}

/**
 * Finds the postal code in the entered text, ignoring separators, brackets, the Japanese postal mark and leading letters, such as the
 * country code ("D-10115", "CH-8001", "FIN-00100") or an abbreviation ("C.P. 28001"); null if there is none.
 */
function findZip({ code, zip_pattern }: CountryRules, typed: string): string | null {
  const text = toPlainCharacters(typed);
  if (text === '' || zip_pattern === '') return text;
  const upper = text.toUpperCase();
  const compact = upper.replace(/[ .,()〒-]/g, '');
  const without = (prefix: string) => compact.replace(new RegExp(`^${prefix}`), '');
  const whole = new RegExp(`^(?:${zip_pattern})$`);
  const found = [compact, without(`${code[0]}[A-Z]{0,2}(?=\\d)`), without(code), without('CP'), upper];
  return found.find((zip) => whole.test(zip)) ?? null;
}

/** Inserts the pattern's optional separator: "00001" becomes "00-001". */
function withSeparator(zip: string, pattern: string): string {
  const separator = /([ -])\?/;
  const parts = new RegExp(`^(?:${pattern.replace(separator, '()')})$`, 'd').exec(zip);
  const at = parts?.indices?.[1]?.[0];
  return at === undefined ? zip : zip.slice(0, at) + separator.exec(pattern)?.[1] + zip.slice(at);
}
