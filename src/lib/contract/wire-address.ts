/** Postal address in the documented format (ORD-08). */
import { z } from 'zod';
import { personLine } from './fields.ts';

const parts = {
  first_name: personLine(100),
  last_name: personLine(100),
  address1: personLine(255),
  address2: personLine(255),
  city: personLine(120),
  zip: personLine(20),
  province: personLine(120),
  country: personLine(120),
  /** ISO 3166 alpha-2, '' until selected. */
  country_code: z.union([z.literal(''), z.string().regex(/^[A-Z]{2}$/, 'must be a two-letter country code')]),
  house_number: personLine(40),
  phone: personLine(40),
};

/** A request's address: absent fields stay unchanged (saving) or are empty (submitting). */
export const sentAddress = z.object(parts).partial();
export type SentAddress = z.output<typeof sentAddress>;

export const wireAddress = z.object(parts);
