import { describe, expect, it } from 'vitest';
import { type Address, addressLines, emptyAddress } from '#lib/orders/address.ts';

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

describe('the address formatter', () => {
  it('writes city, province and postal code in one line by default [ORD-16]', () => {
    expect(addressLines(ada)).toEqual([
      'Ada Lovelace',
      'Elm Street 12',
      'Flat 3',
      'Portland, OR 97204',
      'United States',
      '+1 503 555 0100',
    ]);
  });

  it.each('AT BE CH CZ DE DK ES FI FR IT NL NO PL SE'.split(' '))(
    'writes postal code before city and no province in %s [ORD-16]',
    (country_code) => {
      const lines = addressLines({ ...ada, country_code, city: 'Ort', zip: '1234', province: 'X' });
      expect(lines[3]).toBe('1234 Ort');
    },
  );

  it('drops empty parts together with their separators [ORD-16]', () => {
    const bare = { ...ada, last_name: '', house_number: ' ', address2: '', province: '', phone: '' };
    expect(addressLines(bare)).toEqual(['Ada', 'Elm Street', 'Portland, 97204', 'United States']);
    expect(addressLines({ ...bare, zip: '' })[2]).toBe('Portland');
    expect(addressLines({ ...bare, city: '' })[2]).toBe('97204');
    expect(addressLines(emptyAddress)).toEqual([]);
  });
});
