/** Hashes contact data in the format in which advertising services match it: normalised by their rules, then SHA-256. Pure. */
import { createHash } from 'node:crypto';
import parsePhoneNumber, { isSupportedCountry } from 'libphonenumber-js';
import { stripPhoneExtension } from '#lib/checkout/phone-number.ts';
import { normaliseEmail } from '#lib/normalise-email.ts';

/** Returns the hex hash of an email address, trimmed and in lower case; null if it is not an email address. */
export function hashEmail(email: string): string | null {
  const plain = normaliseEmail(email).toLowerCase();
  return /^[^\s@]+@[^\s@]+$/.test(plain) ? sha256(plain) : null;
}

/**
 * Returns the digits of a phone number with the calling code and without the trunk prefix: +49 (0)151… and 0151… become 49151…
 * @param phone phone number as typed by the shopper
 * @param country country in which the number is dialled; '' if unknown
 * @returns null if the number is not possible in that country or under its own calling code
 */
export function internationalDigits(phone: string, country: string): string | null {
  const typed = stripPhoneExtension(phone);
  const dialledFrom = isSupportedCountry(country) ? country : undefined;
  // Also read a leading 00 as +: in most countries, 00 is dialled before a calling code, and people in other countries write it
  // too.
  const numbers = [typed, typed.replace(/^00/, '+')].map((text) => parsePhoneNumber(text, dialledFrom));
  return numbers.find((number) => number?.isPossible())?.number.slice(1) ?? null;
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
