/** Postal address as the documents spell it (ORD-08). */
import { z } from 'zod';
import { text } from './fields.ts';

const parts = {
  first_name: text(100),
  last_name: text(100),
  address1: text(255),
  address2: text(255),
  city: text(120),
  zip: text(20),
  province: text(120),
  country: text(120),
  /** ISO 3166 alpha-2, '' while not chosen. */
  country_code: z.union([z.literal(''), z.string().regex(/^[A-Z]{2}$/, 'must be a two-letter country code')]),
  house_number: text(40),
  phone: text(40),
};

/** As sent: parts not given stay as they are (saving) or are empty (submitting). */
export const sentAddress = z.object(parts).partial();
export type SentAddress = z.output<typeof sentAddress>;

export const wireAddress = z.object(parts);
export type WireAddress = z.output<typeof wireAddress>;
