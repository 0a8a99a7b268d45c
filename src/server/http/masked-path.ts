/** Takes out of an address what may be a key or a person before it is logged. Pure. */

/** Words of addresses are shorter, or have neither digits nor many letters in capitals; tokens, order numbers, hashes and e-mail addresses are no words. */
const secretLike = /^(?=.*\d)[\w-]{12,}$|^(?=.*[A-Z])[\w-]{24,}$|^[\dA-Z]{5}-?[\dA-Z]{5}$|@|%40/;

/** The path without its query, with every segment that may name a person or open something written as `*`. */
export function maskedPath(address: string): string {
  const query = address.indexOf('?');
  const path = (query === -1 ? address : address.slice(0, query)).slice(0, 200);
  return path
    .split('/')
    .map((segment) => (secretLike.test(segment) ? '*' : segment))
    .join('/');
}
