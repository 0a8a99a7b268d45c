/** Normalizes coupon codes for comparison. Pure. */
import { toAsciiDigits } from '#lib/ascii-digits.ts';

/**
 * Returns the same key for all spellings of a code: ignores case, width, composed or combining accents, types of spaces, dashes,
 * apostrophes and quotation marks, scripts of digits, and invisible characters. Phones replace `'`, `"` and `-` while a shopper
 * types.
 * @param text a code as a merchant or a shopper wrote it
 * @returns '' for no code; the key of a key is itself
 */
export function couponKey(text: string): string {
  // Fast path for most codes: pricing a bag compares all of them.
  if (/^[\w-]*$/.test(text)) return text.toUpperCase();
  return (
    // People type these accents as apostrophes; NFKC would turn them into spaces.
    toAsciiDigits(text.replace(/[´`′]/g, "'").normalize('NFKC'))
      // Lower case first: capital ẞ becomes SS only via ß.
      .toLowerCase()
      .toUpperCase()
      .normalize('NFD')
      // Turkish upper-cases i to İ, other languages to I.
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
