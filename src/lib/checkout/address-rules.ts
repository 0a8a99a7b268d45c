/** What an order's contact and address must hold. The same functions run in the browser and on the server. */

import { emailRequired, firstProblem, numericPhone, phone, type Rule, required } from '#lib/forms/rules.ts';
import type { checkoutTexts } from '#lib/messages/checkout.ts';
import type { defaultTexts, QuietTexts, Texts } from '#lib/messages/default.ts';
import type { WordsOf } from '#lib/messages/format.ts';
import type { nameTexts } from '#lib/messages/names.ts';
import type { Address } from '#lib/orders/address.ts';

/** What a country asks of an address (GET /api/v2/country). */
export interface CountryRules {
  code: string;
  name: string;
  provinces: readonly { code: string; name: string }[];
  /** Regular expression of a whole postal code, '' where there is none to check. */
  zip_pattern: string;
  zip_required: boolean;
  /** Its phone numbers are digits alone. */
  phone_numeric?: boolean | undefined;
}

export type AddressField = keyof Address;
/** Messages by field; a field that is fine is absent. */
export type Problems<Field extends string> = Partial<Record<Field, string>>;

/** Why the address of the contact cannot be used, '' when it can. */
export function emailProblem(email: string, texts: Texts): string {
  return emailRequired(texts)(email);
}

/**
 * What is wrong with a postal address.
 * @param countries those the shop ships to
 * @param needsPhone the way it is sent asks for a phone number; without that one may be left out (R75)
 */
export function addressProblems(
  address: Address,
  countries: readonly CountryRules[],
  texts: WordsOf<typeof defaultTexts & typeof checkoutTexts & typeof nameTexts> &
    Pick<QuietTexts, 'phoneBlankMsg' | 'phoneNumericMsg'>,
  needsPhone = false,
): Problems<AddressField> {
  const country = countries.find(({ code }) => code === address.country_code);
  const need = (label: string) => required(texts.text('requiredMsg', { name: label }));
  const rules: [AddressField, Rule[]][] = [
    ['first_name', [need(texts.firstName)]],
    ['last_name', [need(texts.lastName)]],
    ['address1', [need(texts.address)]],
    ['city', [need(texts.city)]],
    ['country_code', [need(texts.country), () => (country ? '' : texts.notShippedTo)]],
  ];
  if (needsPhone || address.phone.trim() !== '') {
    rules.push(['phone', country?.phone_numeric ? [numericPhone(texts)] : [need(texts.phone), phone(texts)]]);
  }
  if (country && country.provinces.length > 0) {
    const known = knownProvince(country, texts.text('provinceOf', { country: country.name }));
    rules.push(['province', [need(texts.stateOrProvince), known]]);
  }
  if (country) {
    const fitting = zip(country, texts.text('zipOf', { country: country.name }));
    rules.push(['zip', country.zip_required ? [need(texts.zip), fitting] : [fitting]]);
  }
  const found = rules.map(([field, list]) => [field, firstProblem(address[field], list)] as const);
  return Object.fromEntries(found.filter(([, message]) => message !== ''));
}

/**
 * The address as it is stored: trimmed, the country's name filled in, a province given by name as its code.
 */
export function tidyAddress(address: Address, countries: readonly CountryRules[]): Address {
  const tidy = Object.fromEntries(
    Object.entries(address).map(([field, value]) => [field, value.trim().replace(/\s+/g, ' ')]),
  ) as Record<AddressField, string>;
  const country = countries.find(({ code }) => code === tidy.country_code);
  if (!country) return tidy;
  return { ...tidy, country: country.name, province: findProvince(country, tidy.province) ?? tidy.province };
}

function findProvince(country: CountryRules, typed: string): string | null {
  const wanted = typed.toLowerCase();
  const found = country.provinces.find(
    ({ code, name }) => code.toLowerCase() === wanted || name.toLowerCase() === wanted,
  );
  return found?.code ?? null;
}

function knownProvince(country: CountryRules, message: string): Rule {
  return (value) => (findProvince(country, value.trim()) === null ? message : '');
}

function zip(country: CountryRules, message: string): Rule {
  return (value) => {
    const text = value.trim();
    if (text === '' || country.zip_pattern === '') return '';
    return new RegExp(`^(?:${country.zip_pattern})$`).test(text) ? '' : message;
  };
}
