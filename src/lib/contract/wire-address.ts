/** Schema of a postal address in the format of the requirements (ORD-08). */
import { z } from 'zod';
import { userTextLine } from './fields.ts';

const parts = {
  first_name: userTextLine(100),
  last_name: userTextLine(100),
  address1: userTextLine(255),
  address2: userTextLine(255),
  city: userTextLine(120),
  zip: userTextLine(20),
  province: userTextLine(120),
  country: userTextLine(120),
  /** Country code, ISO 3166 alpha-2; '' until the shopper selects a country. */
  country_code: z.union([z.literal(''), z.string().regex(/^[A-Z]{2}$/, 'must be a two-letter country code')]),
  house_number: userTextLine(40),
  phone: userTextLine(40),
};

/** An address in a request. Absent fields stay unchanged when a checkout is saved, and are empty when it is submitted. */
export const addressInput = z.object(parts).partial();
export type AddressInput = z.output<typeof addressInput>;

export const wireAddress = z.object(parts);
