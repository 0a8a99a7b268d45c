import { describe, expect, it } from 'vitest';
import { allCountries, getCallingCode, getProvinces } from '#server/checkout/country-data.ts';

const find = (country: string, name: string) => getProvinces(country).find((entry) => entry.name === name);

describe('provinces', () => {
  it.each([
    ['US', 62, 'Oregon', 'OR'],
    ['CA', 13, 'Quebec', 'QC'],
    ['AU', 8, 'New South Wales', 'NSW'],
    ['BR', 27, 'São Paulo', 'SP'],
    ['IT', 107, 'Roma', 'RM'],
    // ISO 3166-2 lists Aosta only as a region.
    ['IT', 107, 'Aosta', 'AO'],
    // Countries where postal addresses use the full name.
    ['ES', 52, 'Madrid', 'Madrid'],
    ['ES', 52, 'Ceuta', 'Ceuta'],
    ['MX', 32, 'Ciudad de México', 'Ciudad de México'],
    ['IN', 36, 'Maharashtra', 'Maharashtra'],
    ['AR', 24, 'Córdoba', 'Córdoba'],
    ['MY', 16, 'Selangor', 'Selangor'],
  ])('of %s are %i, and %s is written %s [API-090]', (country, count, name, code) => {
    expect(getProvinces(country)).toHaveLength(count);
    expect(find(country, name)?.code).toBe(code);
  });

  it('of the US include the military and what the USPS delivers to [API-090]', () => {
    const codes = getProvinces('US').map(({ code }) => code);
    expect(codes).toEqual(expect.arrayContaining(['DC', 'PR', 'VI', 'AA', 'AE', 'AP', 'FM', 'MH', 'PW']));
    expect(codes).not.toContain('UM');
  });

  it('are none where letters do without [API-090]', () => {
    for (const country of ['DE', 'FR', 'GB', 'JP', 'ZZ', '']) expect(getProvinces(country)).toEqual([]);
  });

  it('have one code and one name each, in the order of names [API-090]', () => {
    for (const country of allCountries) {
      const list = getProvinces(country);
      expect(new Set(list.map(({ code }) => code)).size, country).toBe(list.length);
      const names = list.map(({ name }) => name);
      expect(names, country).toEqual(names.toSorted((one, other) => one.localeCompare(other, 'en')));
    }
  });
});

it('knows the calling code of every country with telephones [API-090]', () => {
  const without = allCountries.filter((country) => getCallingCode(country) === '');
  expect(without).toEqual(
    ['AQ', 'BV', 'GS', 'HM', 'PN', 'TF', 'UM'].filter((code) => allCountries.includes(code)),
  );
  expect([getCallingCode('SM'), getCallingCode('DE'), getCallingCode('')]).toEqual(['+378', '+49', '']);
});
