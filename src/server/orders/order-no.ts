/** Order numbers, which are short enough to read aloud but cannot be guessed. */
import { randomInt } from 'node:crypto';

/** Characters of order numbers, without those that are easily confused: 0 and O; 1, I and L; U and V. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTWXYZ';

/** Returns a random order number such as `K7QMD-4XHRA`; there are 4 × 10¹⁴. */
export function newOrderNo(): string {
  const letters = Array.from({ length: 10 }, () => alphabet[randomInt(alphabet.length)]);
  return `${letters.slice(0, 5).join('')}-${letters.slice(5).join('')}`;
}

/** Normalises an order number entered by a shopper: upper case, no spaces, one hyphen. */
export function normaliseOrderNo(typed: string): string {
  const letters = typed.toUpperCase().replace(/[^0-9A-Z]/g, '');
  return letters.length === 10 ? `${letters.slice(0, 5)}-${letters.slice(5)}` : typed.trim();
}
