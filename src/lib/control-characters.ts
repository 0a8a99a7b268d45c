/** Removes characters from user input that control a terminal or reorder the text around them. */

/**
 * Matches bidirectional control characters, which reorder the text after them. Zero-width joiners, which Persian and Indic scripts need,
 * are not matched.
 */
const bidi = /\p{Bidi_Control}/gu;

/** Returns the text without control and bidi characters; keeps line breaks and tabs. */
export function stripControlCharacters(text: string): string {
  return text.replace(bidi, '').replace(/[^\P{Cc}\t\n\r]/gu, '');
}

/** Returns the text on one line, without control and bidi characters; line breaks and tabs become spaces. */
export function toPlainSingleLine(text: string): string {
  return stripControlCharacters(text.replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' '));
}
