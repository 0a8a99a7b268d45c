/** The field kinds of the contract: every text, number and list that comes in has a bound (R72, R91). */
import { z } from 'zod';
import { asciiEmail } from '#lib/ascii-email.ts';
import { onOnePlainLine, withoutControls } from '../control-characters.ts';

/** Most entries of one array and the largest page_size (R72). */
export const listLimit = 1000;

/** A text of at most `max` UTF-16 units. NUL is refused for all texts at once, where a body is read. */
export const text = (max = 255) => z.string().max(max);

/** A text that may not be blank; trimmed. @param tidy removes what does not count as content */
export const needed = (max = 255, tidy = (value: string) => value) =>
  z.string().overwrite(tidy).trim().min(1, 'must not be blank').max(max);

/** A part of a name or an address, on one line; control and bidi characters are removed. */
export const personLine = (max: number) => z.string().max(max).overwrite(onOnePlainLine);

/** What a person writes to the shop or to other shoppers; control and bidi characters are removed, line ends stay. */
export const personText = (max: number) => z.string().max(max).overwrite(withoutControls);

/** Database id in a path or query; written as a number or as its digits. */
export const id = z.coerce.number<number | string>().int().min(1);

/** Database id in a JSON body. */
export const bodyId = z.number().int().min(1);

/** Order numbers, tokens and provider references: short ASCII words, so they are safe in paths and logs. */
export const word = z
  .string()
  .min(1, 'must not be blank')
  .max(128)
  .regex(/^[\w.:-]+$/, 'has characters that are not allowed');

export const orderNo = word.max(40);
export const checkoutToken = word.max(64);

/** An email address as typed. Its format is checked by lib/forms (R16) where the field's own message is known. */
export const typedEmail = z.string().trim().max(254);

/** The same with an international domain as punycode, the one form that is stored, compared and mailed (R120). */
export const email = typedEmail.transform(asciiEmail);

/** R43: length counts code points and is judged by the form rules; this only bounds the bytes. */
export const password = z.string().max(200);

/** ISO 3166 alpha-2. */
export const countryCode = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2}$/, 'must be a two-letter country code');

/** IANA, such as `Europe/Berlin`. */
export const timeZone = z
  .string()
  .max(64)
  .regex(/^[A-Za-z0-9_+/-]+$/, 'must be a time zone such as Europe/Berlin');

/** Amount as sent by a client: only ever compared with the server's own (R50). */
export const sentAmount = z.number().min(0).max(1_000_000_000);

/** Amount on the wire, shop currency, at most 2 decimals (R100). */
export const money = z.number();

/** 0/1 of the documents; clients that send true and false are understood. */
export const flag = z.union([z.boolean(), z.literal([0, 1])]).transform((value): 0 | 1 => (value ? 1 : 0));

/** The same in a query, where everything is text. */
export const queryFlag = z
  .enum(['0', '1', 'true', 'false'])
  .transform((value): 0 | 1 => (value === '1' || value === 'true' ? 1 : 0));

/** R93: from 1; less or not a number is page 1, far beyond the last is still an empty page. */
export const pageNum = z.coerce
  .number<number | string>()
  .transform((value) => Math.min(Math.max(1, Math.trunc(value)), 1_000_000))
  .catch(1)
  .default(1);

/** Entries a page; more than R72 allows is refused. */
export const pageSize = (usual: number) =>
  z.coerce.number<number | string>().int().min(1).max(listLimit).default(usual);

/** R93: 1 newest, 4 A to Z, 5 Z to A, 6 and 7 by price; anything else is 0, the list's own order. */
export const sortType = z.coerce
  .number<number | string>()
  .transform((value) => ([1, 4, 5, 6, 7].includes(value) ? (value as 1 | 4 | 5 | 6 | 7) : 0))
  .catch(0)
  .default(0);

/** Comma list of ids, at most 1000; what is not an id is left out. */
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

/** Ids in a JSON array. */
export const bodyIds = z.array(bodyId).max(listLimit);

/** Free extra values a client hands along: flat, few and short. */
export const extras = z
  .record(z.string().max(64), z.union([z.string().max(1000), z.number(), z.boolean(), z.null()]))
  .refine((value) => Object.keys(value).length <= 50, 'has too many entries');

/** An address a page reports about itself. */
export const url = text(2048);

/** Milliseconds UTC. */
export const instant = z.number().int().min(0).max(8_640_000_000_000_000);

/** Answer of calls that only do something. */
export const nothing = z.object({});
