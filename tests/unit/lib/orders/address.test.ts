import { describe, expect, it } from 'vitest';
import { type Address, emptyAddress } from '#lib/orders/address.ts';
import { addressLines } from '#lib/orders/address-lines.ts';
import { fc } from '../../../fast-check.ts';

const ada: Address = {
  ...emptyAddress,
  first_name: 'Ada',
  last_name: 'Lovelace',
  address1: 'Elm Street',
  house_number: '12',
  address2: 'Flat 3',
  city: 'Portland',
  zip: '97204',
  province: 'OR',
  country: 'United States',
  country_code: 'US',
  phone: '+1 503 555 0100',
};

/** Lines between the street and the country. */
const places: Readonly<Record<string, string>> = {
  AT: '1234 Ort',
  AU: 'Ort Land 1234',
  BE: '1234 Ort',
  BG: '1234 Ort',
  BR: 'Ort-Land | 1234',
  CA: 'Ort Land 1234',
  CH: 'CH-1234 Ort',
  CN: 'Ort | Land, 1234',
  CY: '1234 Ort',
  CZ: '1234 Ort',
  DE: '1234 Ort',
  DK: '1234 Ort',
  EE: '1234 Ort Land',
  ES: '1234 Ort Land',
  FI: 'FI-1234 Ort',
  FR: '1234 Ort',
  GB: 'Ort | 1234',
  GR: '1234 Ort',
  HK: 'Ort | Land',
  HR: 'HR-1234 Ort',
  IE: 'Ort | Land | 1234',
  IL: 'Ort 1234',
  IN: 'Ort 1234 | Land',
  IS: '1234 Ort',
  IT: '1234 Ort Land',
  JP: 'Ort | Land | 1234',
  KR: 'Ort | Land | 1234',
  LI: 'FL-1234 Ort',
  LT: 'LT-1234 Ort Land',
  LU: 'L-1234 Ort',
  LV: 'Land | Ort, 1234',
  MT: 'Ort 1234',
  MX: '1234 Ort, Land',
  MY: '1234 Ort | Land',
  NL: '1234 Ort',
  NO: '1234 Ort',
  NZ: 'Ort 1234',
  PL: '1234 Ort',
  PT: '1234 Ort',
  RO: '1234 Land Ort',
  SE: 'SE-1234 Ort',
  SG: 'Ort | SINGAPORE 1234',
  SI: 'SI-1234 Ort',
  SK: '1234 Ort',
  TH: 'Ort | Land 1234',
  TW: 'Ort, Land 1234',
  US: 'Ort, Land 1234',
  ZA: 'Ort | 1234',
};
/** Countries whose format has no province or no postal code: it follows on a separate line. */
const lost: Readonly<Record<string, string>> = { HK: '1234' };
const withProvince = new Set('AU BR CA CN EE ES HK IE IN IT JP KR LT LV MX MY RO TH TW US'.split(' '));

describe('the address formatter', () => {
  it('writes name, street and place, then country and phone number [ORD-16]', () => {
    expect(addressLines(ada)).toEqual([
      'Ada Lovelace',
      'Elm Street 12',
      'Flat 3',
      'Portland, OR 97204',
      'United States',
      '+1 503 555 0100',
    ]);
  });

  it.each(Object.entries(places))('writes the place as %s does: %s [ORD-16]', (country_code, place) => {
    const lines = addressLines({ ...ada, country_code, city: 'Ort', zip: '1234', province: 'Land' });
    const more = lost[country_code] ?? (withProvince.has(country_code) ? undefined : 'Land');
    expect(lines.slice(3, -2)).toEqual([...place.split(' | '), ...(more ? [more] : [])]);
  });

  it('writes the town before the street in Hungary [ORD-16]', () => {
    const buda = { ...ada, country_code: 'HU', city: 'Budapest', zip: '1011', province: '' };
    expect(addressLines(buda).slice(0, 5)).toEqual([
      'Ada Lovelace',
      'Budapest',
      'Elm Street 12',
      'Flat 3',
      '1011',
    ]);
  });

  it('writes the larger place first in East Asian scripts [ORD-16]', () => {
    const japan = { country_code: 'JP', country: 'Japan', zip: '100-0001', province: '東京都', phone: '' };
    const tokyo = {
      ...ada,
      ...japan,
      city: '千代田区',
      address1: '千代田',
      house_number: '1-1',
      address2: '',
    };
    expect(addressLines(tokyo)).toEqual([
      '〒100-0001',
      '東京都',
      '千代田区',
      '千代田 1-1',
      'Ada Lovelace',
      'Japan',
    ]);
  });

  it.each([
    ['CH', 'CH-8001', 'CH-8001 Portland'],
    ['LU', 'L-1111', 'L-1111 Portland'],
    ['LT', '01100', 'LT-01100 Portland'],
  ])('writes the letters before a postal code of %s once [ORD-16]', (country_code, zip, place) => {
    expect(addressLines({ ...ada, country_code, zip, province: '' })).toContain(place);
  });

  it('writes a city that is the country, and a province that is the city, once [ORD-16]', () => {
    const singapore = { country_code: 'SG', country: 'Singapore', city: 'Singapore', zip: '048616' };
    const lines = addressLines({ ...ada, ...singapore, province: 'Singapore', phone: '' });
    expect(lines.slice(3)).toEqual(['SINGAPORE 048616', 'Singapore']);
  });

  it('drops empty parts together with their separators [ORD-16]', () => {
    const bare = { ...ada, last_name: '', house_number: ' ', address2: '', province: '', phone: '' };
    expect(addressLines(bare)).toEqual(['Ada', 'Elm Street', 'Portland 97204', 'United States']);
    expect(addressLines({ ...bare, zip: '' })[2]).toBe('Portland');
    expect(addressLines({ ...bare, city: '' })[2]).toBe('97204');
    expect(addressLines(emptyAddress)).toEqual([]);
  });

  it('has every filled field in some line, in every country [ORD-16]', () => {
    const text = fc.stringMatching(/^(?:[\p{L}\d]{1,8}(?: [\p{L}\d]{1,8})?)?$/u);
    const country = fc.constantFrom(
      '',
      'ZZ',
      'AE',
      'AX',
      'GI',
      'MO',
      'PA',
      'XK',
      'HU',
      ...Object.keys(places),
    );
    const { country_code: _, ...fields } = emptyAddress;
    const address = fc.record({
      ...(Object.fromEntries(Object.keys(fields).map((field) => [field, text])) as Record<
        keyof typeof fields,
        typeof text
      >),
      country_code: country,
    });
    fc.assert(
      fc.property(address, ({ country_code, ...given }) => {
        const lines = addressLines({ ...given, country_code });
        for (const value of Object.values(given)) {
          expect(lines.some((line) => line.includes(value.trim())) || value === '').toBe(true);
        }
        expect(new Set(lines).size).toBe(lines.length);
      }),
    );
  });
});
