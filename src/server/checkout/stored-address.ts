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
