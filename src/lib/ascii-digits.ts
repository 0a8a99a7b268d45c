const digit = /\p{Nd}/u;

/** Replaces the decimal digits of any script with ASCII digits 0 to 9: Arabic, Persian and Indic keyboards produce native digits. */
export function toAsciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (typed) => {
    // Unicode encodes the ten digits of each script consecutively.
    const code = typed.codePointAt(0)!;
    let value = 0;
    while (value < 9 && digit.test(String.fromCodePoint(code - value - 1))) value += 1;
    return String(value);
  });
}
