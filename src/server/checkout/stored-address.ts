/** The address in the rows of checkouts and orders. */
import { z } from 'zod';
import { type Address, emptyAddress } from '#lib/orders/address.ts';

const storedText = z.string().catch('');
const storedAddress = z.object(
  Object.fromEntries(Object.keys(emptyAddress).map((key) => [key, storedText])) as Record<
    keyof Address,
    typeof storedText
  >,
);
/** Reads an address out of its JSON column; missing fields are empty. */
export function parseAddress(json: string): Address {
  return storedAddress.parse(JSON.parse(json || '{}'));
}

/** A billing address as its column has it: '' where it is the delivery's. */
export function storedBilling(address: Address | null): string {
  return address === null ? '' : JSON.stringify(address);
}

/** @returns null where the column is '' */
export function parseBilling(json: string): Address | null {
  return json === '' ? null : parseAddress(json);
}
