/** Parses and serialises the address columns of checkouts and orders. */
import { z } from 'zod';
import { type Address, emptyAddress } from '#lib/orders/address.ts';

const storedText = z.string().catch('');
const storedAddress = z.object(
  Object.fromEntries(Object.keys(emptyAddress).map((key) => [key, storedText])) as Record<
    keyof Address,
    typeof storedText
  >,
);
/** Parses an address from its JSON column; missing fields become ''. */
export function parseAddress(json: string): Address {
  return storedAddress.parse(JSON.parse(json || '{}'));
}

/** Serialises a billing address for its column; null, which means the same as the delivery address, becomes ''. */
export function serialiseBillingAddress(address: Address | null): string {
  return address === null ? '' : JSON.stringify(address);
}

/** Parses a billing address from its column. @returns null for '', which means the same as the delivery address */
export function parseBillingAddress(json: string): Address | null {
  return json === '' ? null : parseAddress(json);
}
