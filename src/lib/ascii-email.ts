/**
 * Returns an address as it is stored and mailed: without space and invisible characters around it, full-width characters of an
 * Asian keyboard as ASCII, an international domain as punycode. Browsers differ in which form of
 * the domain a field of type email returns, so that only one of them may count. What is no domain stays as it is.
 */
export function asciiEmail(value: string): string {
  const address = value
    .replace(/^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu, '')
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));
  const at = address.lastIndexOf('@') + 1;
  const domain = address.slice(at);
  // Of ASCII only what a domain may hold: URL would read "/", ":" or "%" as other parts of an address.
  if (at === 0 || !/^[\w.-]*[\u0080-\uffff][\w.\-\u0080-\uffff]*$/.test(domain)) return address;
  return address.slice(0, at) + (URL.parse(`http://${domain}`)?.hostname ?? domain);
}
