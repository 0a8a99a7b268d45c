import { toAsciiDigits } from '#lib/ascii-digits.ts';

/**
 * Returns a text with plain keyboard characters: replaces full-width letters, digits of all scripts, typographic dashes and
 * spaces, and removes the invisible marks that address books copy along. For numbers and codes, not for names.
 */
export function toPlainCharacters(typed: string): string {
  return toAsciiDigits(typed.normalize('NFKC'))
    .replace(/\p{Cf}/gu, '')
    .replace(/[\p{Pd}\u2212\u30fc]/gu, '-')
    .replace(/\s+/g, ' ')
    .trim();
}
