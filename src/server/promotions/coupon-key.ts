/** How coupon codes are compared. Pure. */
import { plainDigits } from '#lib/plain-digits.ts';

/**
 * Returns what two spellings of one code have in common: case, width, accents in one or two characters, kinds of spaces, dashes,
 * apostrophes and quotation marks, the script of digits, and invisible characters do not count. Phones replace `'`, `"` and `-`
 * while a shopper types.
 * @param text a code as a merchant or a shopper wrote it
 * @returns '' for no code; the key of a key is the same
 */
export function couponKey(text: string): string {
  // Most codes: every bag looks through all of them.
  if (/^[\w-]*$/.test(text)) return text.toUpperCase();
  return (
    // The accents are typed as apostrophes; compatibility forms make spaces of them.
    plainDigits(text.replace(/[´`′]/g, "'").normalize('NFKC'))
      // Lower case first: capital ẞ becomes SS only by way of ß.
      .toLowerCase()
      .toUpperCase()
      .normalize('NFD')
      // In Turkish i is the small letter of İ, elsewhere of I.
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
