const digit = /\p{Nd}/u;

/** Returns a text with the digits of every script as 0 to 9: Arabic, Persian and Indic keyboards have their own. */
export function plainDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (typed) => {
    // The ten digits of a script follow each other.
    const code = typed.codePointAt(0)!;
    let value = 0;
    while (value < 9 && digit.test(String.fromCodePoint(code - value - 1))) value += 1;
    return String(value);
  });
}
