const digit = /\p{Nd}/u;

/** Replaces the digits of every script with 0 to 9: Arabic, Persian and Indic keyboards type their own. */
export function toAsciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (typed) => {
    // Unicode lists the ten digits of a script in order.
    const code = typed.codePointAt(0)!;
    let value = 0;
    while (value < 9 && digit.test(String.fromCodePoint(code - value - 1))) value += 1;
    return String(value);
  });
}
