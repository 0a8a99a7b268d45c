/** A postal address (ORD-08) and how it is written out (R62). */
export interface Address {
  first_name: string;
  last_name: string;
  address1: string;
  address2: string;
  house_number: string;
  city: string;
  zip: string;
  province: string;
  country: string;
  country_code: string;
  phone: string;
}

export const emptyAddress: Readonly<Address> = Object.freeze({
  first_name: '',
  last_name: '',
  address1: '',
  address2: '',
  house_number: '',
  city: '',
  zip: '',
  province: '',
  country: '',
  country_code: '',
  phone: '',
});

/** Countries that write the postal code before the city and leave the province out. */
const zipFirst = new Set('AT BE CH CZ DE DK ES FI FR IT NL NO PL SE'.split(' '));

function join(separator: string, ...parts: string[]): string {
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(separator);
}

/**
 * The lines of an address as they stand on an envelope, empty parts and their separators left out (R62, ORD-16).
 * Plain text: the caller escapes it for HTML.
 */
export function addressLines(address: Address): string[] {
  const place = zipFirst.has(address.country_code)
    ? join(' ', address.zip, address.city)
    : join(', ', address.city, join(' ', address.province, address.zip));
  return [
    join(' ', address.first_name, address.last_name),
    join(' ', address.address1, address.house_number),
    address.address2.trim(),
    place,
    address.country.trim(),
    address.phone.trim(),
  ].filter((line) => line !== '');
}
