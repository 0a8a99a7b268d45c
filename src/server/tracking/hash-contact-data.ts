/** Hashes contact data as advertising services match it: normalised by their rules, then SHA-256. Pure. */
import { createHash } from 'node:crypto';
import parsePhoneNumber, { isSupportedCountry } from 'libphonenumber-js';
import { stripPhoneExtension } from '#lib/checkout/phone-number.ts';
import { normaliseEmail } from '#lib/normalise-email.ts';

/** Returns the hash of a trimmed, lower-case email as hex; null if it is no email address. */
export function hashEmail(email: string): string | null {
  const plain = normaliseEmail(email).toLowerCase();
  return /^[^\s@]+@[^\s@]+$/.test(plain) ? sha256(plain) : null;
}

/**
 * Returns the digits of a phone number with the calling code and without the trunk prefix: +49 (0)151… and 0151… become 49151…
 * @param phone as typed
 * @param country that it is dialled from; '' if unknown
 * @returns null if the number is not possible in that country or under its own calling code
 */
export function internationalDigits(phone: string, country: string): string | null {
  const typed = stripPhoneExtension(phone);
  const dialledFrom = isSupportedCountry(country) ? country : undefined;
  // Most countries dial 00 before a calling code; people also write it elsewhere and without a country.
  const numbers = [typed, typed.replace(/^00/, '+')].map((text) => parsePhoneNumber(text, dialledFrom));
  return numbers.find((number) => number?.isPossible())?.number.slice(1) ?? null;
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
