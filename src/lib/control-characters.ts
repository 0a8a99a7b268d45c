/** Removes characters from user text that control a terminal or reorder the text around them. */

/** Bidirectional marks reorder the text after them. Joiners, which Persian and Indic scripts need, are not among them. */
const bidi = /\p{Bidi_Control}/gu;

/** Returns the text without control and bidi characters; line breaks and tabs stay. */
export function stripControlCharacters(text: string): string {
  return text.replace(bidi, '').replace(/[^\P{Cc}\t\n\r]/gu, '');
}

/** Returns the text on one line, without control and bidi characters; line breaks and tabs become spaces. */
export function toPlainSingleLine(text: string): string {
  return stripControlCharacters(text.replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' '));
}
