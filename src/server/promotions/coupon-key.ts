/** Normalizes coupon codes for comparison. Pure. */
import { toAsciiDigits } from '#lib/ascii-digits.ts';

/**
 * Returns the same key for all spellings of a coupon code. The key ignores case, character width, composed or combining accents,
 * invisible characters, and variants of spaces, dashes, apostrophes, quotation marks and digits. (Phone keyboards replace `'`, `"`
 * and `-` with typographic variants.)
 * @param text a code as entered by a merchant or a shopper
 * @returns '' for an empty code. Idempotent: a key is its own key
 */
export function couponKey(text: string): string {
  // Fast path for ASCII codes, the most common case. Speed matters, because pricing a bag compares every coupon code.
  if (/^[\w-]*$/.test(text)) return text.toUpperCase();
  return (
    // Replace accents that shoppers type instead of apostrophes first, because NFKC would turn them into spaces.
    toAsciiDigits(text.replace(/[´`′]/g, "'").normalize('NFKC'))
      // Convert to lower case first: capital ẞ becomes SS only via ß.
      .toLowerCase()
      .toUpperCase()
      .normalize('NFD')
      // Treat İ as I: Turkish upper-cases i to İ, other languages to I.
      .replace(/I\u0307/g, 'I')
      .replace(/[\p{Cf}\p{Variation_Selector}]/gu, '')
      .replace(/[‘’ʼ]/g, "'")
      .replace(/[“”„]/g, '"')
      .replace(/٪/g, '%')
      .replace(/[\p{Pd}\u2212]/gu, '-')
      .replace(/\s+/g, ' ')
      .normalize('NFKC')
      .trim()
  );
}
