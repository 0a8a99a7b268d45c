const special = /[&<"]/;

/** A text, safe between tags and in an attribute's double quotes: for what is written as HTML at once. */
export function htmlText(text: string): string {
  return special.test(text) ? text.replace(/[&<"]/g, (sign) => `&#${sign.charCodeAt(0)};`) : text;
}
