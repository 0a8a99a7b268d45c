/** Masks secrets and personal data in a URL path before it is logged. Pure. */
import { endpoints } from '#lib/contract/table.ts';

/** Longer paths are masked whole: a cut segment could pass as a plain word. */
const maxPathLength = 4096;
const maxLoggedLength = 200;

/** Literal segments of the contract's paths; never masked, whatever they look like. */
const literalSegments = new Set(
  Object.keys(endpoints).flatMap((key) => key.split('/').filter((part) => /^\w+$/.test(part))),
);

/** Characters of handles and page names. Any other character means appended text or a person's name. */
const plain = /^[\p{L}\p{M}\p{N}._~-]*$/u;
/** A percent-encoded letter, digit or `._~-` (`%41`). Browsers never encode these, so the segment hides something. */
const hidden = /%(?:2[de]|3\d|[46][1-9a-f]|[57][\da]|5f|7e)/i;
const run = /[\w-]{12,}/g;
/** Two groups of five order-number characters in any case, anywhere in the segment. */
const orderLike = /[2-9A-HJKMNP-TW-Z]{5}[-_.~]?[2-9A-HJKMNP-TW-Z]{5}/i;
const tenLetters = /^[2-9A-HJKMNP-TW-Z]{10}$/i;

/** Returns the path without its query; each segment that may identify a person or grant access becomes `*`. */
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

/** Words in paths are shorter, or have neither digits nor capitals; tokens and hashes have them. */
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
