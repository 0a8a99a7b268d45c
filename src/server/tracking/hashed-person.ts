/** Contact data as advertising services match it: normalised by their rules, then hashed with SHA-256. Pure. */
import { createHash } from 'node:crypto';
import { asciiEmail } from '#lib/ascii-email.ts';
import { withoutExtension } from '#lib/checkout/phone-number.ts';

/** E-mail: without space around it, in small letters. @returns hex, or null for what is no address */
export function hashedEmail(email: string): string | null {
  const plain = asciiEmail(email).toLowerCase();
  return /^[^\s@]+@[^\s@]+$/.test(plain) ? sha256(plain) : null;
}

/**
 * Digits with the country's code and without the zero that is dialled at home.
 * @param phone as it was typed
 * @param callingCode of the address's country, `+49`; '' where it is not known
 * @returns null where nobody can say which country's number it is
 */
export function internationalDigits(phone: string, callingCode: string): string | null {
  const typed = withoutExtension(phone).replace(/\(0\)/, '').replace(/^\(\+/, '+');
  const digits = typed.replace(/\D/g, '');
  if (digits.length < 5) return null;
  if (typed.startsWith('+')) return digits;
  if (digits.startsWith('00')) return digits.slice(2);
  const code = callingCode.replace(/\D/g, '');
  if (code === '') return null;
  // Ten digits after the 1 of North America: the code stands there already.
  if (code === '1' && digits.length === 11 && digits.startsWith('1')) return digits;
  // In Italy the zero is a part of the number.
  return code + (code === '39' ? digits : digits.replace(/^0+/, ''));
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
