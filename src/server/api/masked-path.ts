/** Takes out of an address what may be a key or a person before it is logged. Pure. */
import { endpoints } from '#lib/contract/table.ts';

/** Longest address that is looked at; what would be cut through could not be told from a word. */
const longest = 4096;
const maxLoggedLength = 200;

/** Fixed parts of the contract's paths, which may look like anything. */
const pathWords = new Set(
  Object.keys(endpoints).flatMap((key) => key.split('/').filter((part) => /^\w+$/.test(part))),
);

/** What handles and names of pages are written with. Anything else is glued on, or the name of a person. */
const plain = /^[\p{L}\p{M}\p{N}._~-]*$/u;
/** A letter, a digit or one of `._~-` written as `%41`, which no browser does. */
const hidden = /%(?:2[de]|3\d|[46][1-9a-f]|[57][\da]|5f|7e)/i;
const run = /[\w-]{12,}/g;
/** Five and five letters of order numbers in any case, wherever they stand; or all ten with whatever was typed between. */
const orderLike = /[2-9A-HJKMNP-TW-Z]{5}[-_.~]?[2-9A-HJKMNP-TW-Z]{5}/i;
const tenLetters = /^[2-9A-HJKMNP-TW-Z]{10}$/i;

/** The path without its query, with every segment that may name a person or open something written as `*`. */
export function maskedPath(address: string): string {
  const query = address.indexOf('?');
  const path = query === -1 ? address : address.slice(0, query);
  if (path.length > longest) return '*';
  return path.split('/').map(masked).join('/').slice(0, maxLoggedLength);
}

function masked(segment: string): string {
  if (pathWords.has(segment)) return segment;
  const word = decoded(segment);
  if (word === null || !plain.test(word) || hidden.test(segment)) return '*';
  return isSecretLike(word) ? '*' : segment;
}

function isSecretLike(word: string): boolean {
  if (orderLike.test(word) || tenLetters.test(word.replace(/[-_.~]/g, ''))) return true;
  return (word.match(run) ?? []).some(isTokenLike);
}

/** Words of addresses are shorter, or have neither digits nor capitals; tokens and hashes are no words. */
function isTokenLike(letters: string): boolean {
  return /\d/.test(letters) || (letters.length >= 24 && /[A-Z]/.test(letters));
}

function decoded(segment: string): string | null {
  try {
    return segment.includes('%') ? decodeURIComponent(segment) : segment;
  } catch {
    return null;
  }
}
