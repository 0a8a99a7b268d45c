/** Text of people without characters that steer a terminal or reorder the text around them. */

/** Bidirectional marks reorder what follows them; joiners that Persian and Indic scripts need are none. */
const bidi = /\p{Bidi_Control}/gu;

/** Returns the text without control and bidi characters; line ends and tabs stay. */
export function withoutControls(text: string): string {
  return text.replace(bidi, '').replace(/[^\P{Cc}\t\n\r]/gu, '');
}

/** Returns the text on one line, without control and bidi characters; line ends and tabs become spaces. */
export function onOnePlainLine(text: string): string {
  return withoutControls(text.replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' '));
}
