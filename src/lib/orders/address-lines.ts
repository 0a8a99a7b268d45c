/** Formats postal addresses (R62). Not in address.ts, so that the checkout's first scripts do not load the 2 KB formatting library. */
import { formatAddress, type Address as PostalFields } from 'localized-address-format';
import type { Address } from './address.ts';

function join(separator: string, ...parts: string[]): string {
  return parts.filter((part) => part !== '').join(separator);
}

/**
 * Returns the lines of an address in the postal format of its country, followed by the country and the phone number (R62, ORD-16). Fields
 * that the country's format omits, such as the county in Britain, are added. The result is plain text: the caller escapes it for HTML.
 */
export function addressLines(address: Address): string[] {
  const trimmed = Object.entries(address).map(([field, value]) => [field, value.trim()]);
  const { city, zip, province, ...otherFields }: Address = Object.fromEntries(trimmed);
  const isLatin = !/(?!\p{Script=Latin})\p{L}/u.test(otherFields.address1 + city);
  const format = (fields: PostalFields) =>
    formatAddress({ postalCountry: otherFields.country_code, ...fields }, isLatin ? 'latin' : 'local');

  const zipLine = format({ postalCode: zip }).find((line) => line.includes(zip));
  const hasCity = format({ locality: city }).some((line) => line.includes(city));
  const hasProvince = format({ administrativeArea: province }).some((line) => line.includes(province));
  // The postal format of some countries adds a prefix to the postal code, such as "CH-", which the shopper may already have entered.
  const prefix = zipLine?.slice(0, zipLine.indexOf(zip)) ?? '';

  const street = [join(' ', otherFields.address1, otherFields.house_number), otherFields.address2];
  // Addresses in East Asian scripts start with the largest place.
  const streetAndCity = hasCity ? street : isLatin ? [...street, city] : [city, ...street];
  const lines = [
    ...format({
      name: join(' ', otherFields.first_name, otherFields.last_name),
      addressLines: streetAndCity.filter((line) => line !== ''),
      locality: city,
      administrativeArea: province,
      postalCode: zip.startsWith(prefix) ? zip.slice(prefix.length) : zip,
    }),
    join(' ', hasProvince || province === city ? '' : province, zipLine === undefined ? zip : ''),
    otherFields.country,
    otherFields.phone,
  ];
  return (
    lines
      // If an address has several street lines, Japan's format "%A, %S" leaves a comma at the start of a line.
      .map((line) => line.replace(/^, /, ''))
      // Hong Kong is both a city and a country: print it only once.
      .filter((line, at, all) => line !== '' && !all.includes(line, at + 1))
  );
}
