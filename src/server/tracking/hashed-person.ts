/** Contact data as advertising services match it: normalised by their rules, then hashed with SHA-256. Pure. */
import { createHash } from 'node:crypto';
import parsePhoneNumber, { isSupportedCountry } from 'libphonenumber-js';
import { asciiEmail } from '#lib/ascii-email.ts';
import { withoutExtension } from '#lib/checkout/phone-number.ts';

/** E-mail: without space around it, in small letters. @returns hex, or null for what is no address */
export function hashedEmail(email: string): string | null {
  const plain = asciiEmail(email).toLowerCase();
  return /^[^\s@]+@[^\s@]+$/.test(plain) ? sha256(plain) : null;
}

/**
 * Returns the digits of a phone number with the calling code and without what is dialled at home: +49 (0)151… and 0151… are 49151…
 * @param phone as it was typed
 * @param country where it is dialled from, '' where that is not known
 * @returns null where it is no number of the country or of a calling code that it names
 */
export function internationalDigits(phone: string, country: string): string | null {
  const typed = withoutExtension(phone);
  const dialledFrom = isSupportedCountry(country) ? country : undefined;
  // 00 is dialled in most countries before a calling code, and written in others and without a country as well.
  const numbers = [typed, typed.replace(/^00/, '+')].map((text) => parsePhoneNumber(text, dialledFrom));
  return numbers.find((number) => number?.isPossible())?.number.slice(1) ?? null;
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
