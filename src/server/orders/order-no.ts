/** Order numbers: short enough to read out, too many to guess. */
import { randomInt } from 'node:crypto';

/** Without 0 and O, 1, I and L, U and V, which are easily confused. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTWXYZ';

/** Returns a random order number such as `K7QMD-4XHRA`, one of 4 × 10¹⁴. */
export function newOrderNo(): string {
  const letters = Array.from({ length: 10 }, () => alphabet[randomInt(alphabet.length)]);
  return `${letters.slice(0, 5).join('')}-${letters.slice(5).join('')}`;
}

/** Converts a typed order number to its stored format: capitals, no spaces, one hyphen. */
export function normaliseOrderNo(typed: string): string {
  const letters = typed.toUpperCase().replace(/[^0-9A-Z]/g, '');
  return letters.length === 10 ? `${letters.slice(0, 5)}-${letters.slice(5)}` : typed.trim();
}
