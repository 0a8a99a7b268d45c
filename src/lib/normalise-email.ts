/**
 * Returns an email address in the form that is used for storage and sending: without surrounding spaces and invisible characters, with the
 * full-width characters of Asian keyboards as ASCII, and with an international domain as punycode. Depending on the browser, an email field
 * returns an international domain in Unicode or as punycode, so only one of the two may be stored. An invalid domain stays unchanged.
 */
export function normaliseEmail(value: string): string {
  const address = value
    .replace(/^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu, '')
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));
  const at = address.lastIndexOf('@') + 1;
  const domain = address.slice(at);
  // Convert only domains with valid characters: URL would parse "/", ":" or "%" as other parts of a URL.
  if (at === 0 || !/^[\w.-]*[\u0080-\uffff][\w.\-\u0080-\uffff]*$/.test(domain)) return address;
  return address.slice(0, at) + (URL.parse(`http://${domain}`)?.hostname ?? domain);
}
