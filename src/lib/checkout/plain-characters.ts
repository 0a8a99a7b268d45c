import { toAsciiDigits } from '#lib/ascii-digits.ts';

/**
 * Returns a text in plain keyboard characters: replaces full-width letters, digits of all scripts, typographic dashes and spaces, and
 * removes invisible formatting characters, which text copied from address books can contain. For numbers and codes, not for names.
 */
export function toPlainCharacters(typed: string): string {
  return toAsciiDigits(typed.normalize('NFKC'))
    .replace(/\p{Cf}/gu, '')
    .replace(/[\p{Pd}\u2212\u30fc]/gu, '-')
    .replace(/\s+/g, ' ')
    .trim();
}
