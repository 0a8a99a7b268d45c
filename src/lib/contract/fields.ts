/** Field schemas of the API contract: every incoming text, number and list has a limit (R72, R91). */
import { z } from 'zod';
import { normaliseEmail } from '#lib/normalise-email.ts';
import { stripControlCharacters, toPlainSingleLine } from '../control-characters.ts';

/** Maximum entries of an array, and the maximum page_size (R72). */
export const listLimit = 1000;

/** A text of at most `max` UTF-16 code units. The body parser rejects NUL in all texts. */
export const text = (max = 255) => z.string().max(max);

/** A trimmed text that must not be blank. @param tidy removes characters that are not content */
export const requiredText = (max = 255, tidy = (value: string) => value) =>
  z.string().overwrite(tidy).trim().min(1, 'must not be blank').max(max);

/** Part of a name or an address, on one line; control and bidi characters are removed. */
export const userTextLine = (max: number) => z.string().max(max).overwrite(toPlainSingleLine);

/** Free text for the shop or for other shoppers; control and bidi characters are removed, line breaks are kept. */
export const userText = (max: number) => z.string().max(max).overwrite(stripControlCharacters);

/** Database id in a path or query, as a number or as digits. */
export const id = z.coerce.number<number | string>().int().min(1);

export const bodyId = z.number().int().min(1);

/** Order numbers, tokens and provider references: short ASCII strings that are safe in paths and logs. */
export const referenceCode = z
  .string()
  .min(1, 'must not be blank')
  .max(128)
  .regex(/^[\w.:-]+$/, 'has characters that are not allowed');

export const orderNo = referenceCode.max(40);
export const checkoutToken = referenceCode.max(64);

/** An email address as entered. lib/forms checks its format (R16), because the error message depends on the form field. */
export const typedEmail = z.string().trim().max(254);

/**
 * An email address whose international domain is converted to punycode, the only form that is stored, compared and used to send email
 * (R120).
 */
export const email = typedEmail.transform(normaliseEmail);

/** A password. This only limits the size of the input: form rules check the length in code points (R43). */
export const password = z.string().max(200);

/** Country code, ISO 3166 alpha-2. */
export const countryCode = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2}$/, 'must be a two-letter country code');

/** IANA time zone, such as `Europe/Berlin`. */
export const timeZone = z
  .string()
  .max(64)
  .regex(/^[A-Za-z0-9_+/-]+$/, 'must be a time zone such as Europe/Berlin');

/** Amount sent by a client; it is only compared with the amount that the server calculates (R50). */
export const clientAmount = z.number().min(0).max(1_000_000_000);

/** Amount in API requests and responses, in the shop's currency with at most 2 decimals (R100). */
export const money = z.number();

/** A flag: 0 or 1 as in the requirements; true and false are accepted too. */
export const flag = z.union([z.boolean(), z.literal([0, 1])]).transform((value): 0 | 1 => (value ? 1 : 0));

/** A flag in a query, where every value is text: 0, 1, true or false. */
export const queryFlag = z
  .enum(['0', '1', 'true', 'false'])
  .transform((value): 0 | 1 => (value === '1' || value === 'true' ? 1 : 0));

/** Page number, from 1 (R93); invalid values become page 1, and a number beyond the last page gives an empty page. */
export const pageNum = z.coerce
  .number<number | string>()
  .transform((value) => Math.min(Math.max(1, Math.trunc(value)), 1_000_000))
  .catch(1)
  .default(1);

/** Number of entries per page; a number above the limit of R72 is rejected. */
export const pageSize = (usual: number) =>
  z.coerce.number<number | string>().int().min(1).max(listLimit).default(usual);

/** Sort order (R93): 1 newest, 4 A to Z, 5 Z to A, 6 and 7 by price; any other value becomes 0, the list's default order. */
export const sortType = z.coerce
  .number<number | string>()
  .transform((value) => ([1, 4, 5, 6, 7].includes(value) ? (value as 1 | 4 | 5 | 6 | 7) : 0))
  .catch(0)
  .default(0);

/** Comma-separated ids, at most 1000; invalid ones are ignored. */
export const idList = z
  .string()
  .max(20_000)
  .default('')
  .transform((value) =>
    value
      .split(',')
      .map(Number)
      .filter((entry) => Number.isSafeInteger(entry) && entry > 0),
  )
  .refine((ids) => ids.length <= listLimit, 'has too many entries');

export const requestIds = z.array(bodyId).max(listLimit);

/** Additional key-value pairs from a client: not nested, and limited in number and length. */
export const extras = z
  .record(z.string().max(64), z.union([z.string().max(1000), z.number(), z.boolean(), z.null()]))
  .refine((value) => Object.keys(value).length <= 50, 'has too many entries');

/** URL of a page, as reported by that page. */
export const url = text(2048);

/** Timestamp, ms since the epoch (UTC). */
export const timestampMs = z.number().int().min(0).max(8_640_000_000_000_000);

/** Empty `data`, for endpoints that return no data. */
export const emptyData = z.object({});
