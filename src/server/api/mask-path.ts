/** Masks secrets and personal data in a URL path before it is logged. Pure. */
import { endpoints } from '#lib/contract/table.ts';

/** Maximum length of a path, characters. A longer path is masked completely, because a truncated token could look like an ordinary word. */
const maxPathLength = 4096;
const maxLoggedLength = 200;

/** Literal segments of the endpoint paths in the API contract; never masked, even if they look like a token. */
const literalSegments = new Set(
  Object.keys(endpoints).flatMap((key) => key.split('/').filter((part) => /^\w+$/.test(part))),
);

/** Matches the characters of handles and page names. Any other character suggests appended text or a person's name. */
const plain = /^[\p{L}\p{M}\p{N}._~-]*$/u;
/**
 * Matches a percent-encoded letter, digit or `._~-`, such as `%41`. Browsers never encode these characters, so a segment that contains one
 * is suspicious.
 */
const hidden = /%(?:2[de]|3\d|[46][1-9a-f]|[57][\da]|5f|7e)/i;
const run = /[\w-]{12,}/g;
/** Matches an order number anywhere in a segment: two groups of five order-number characters, in upper or lower case. */
const orderLike = /[2-9A-HJKMNP-TW-Z]{5}[-_.~]?[2-9A-HJKMNP-TW-Z]{5}/i;
const tenLetters = /^[2-9A-HJKMNP-TW-Z]{10}$/i;

/** Returns the path without the query string; each segment that may identify a person or grant access is replaced with `*`. */
export function maskPath(address: string): string {
  const query = address.indexOf('?');
  const path = query === -1 ? address : address.slice(0, query);
  if (path.length > maxPathLength) return '*';
  return path.split('/').map(masked).join('/').slice(0, maxLoggedLength);
}

function masked(segment: string): string {
  if (literalSegments.has(segment)) return segment;
  const word = decoded(segment);
  if (word === null || !plain.test(word) || hidden.test(segment)) return '*';
  return isSecretLike(word) ? '*' : segment;
}

function isSecretLike(word: string): boolean {
  if (orderLike.test(word) || tenLetters.test(word.replace(/[-_.~]/g, ''))) return true;
  return (word.match(run) ?? []).some(isTokenLike);
}

/**
 * Returns whether a run of characters looks like a token or hash: it contains a digit, or is at least 24 characters long and contains a
 * capital letter.
 */
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
