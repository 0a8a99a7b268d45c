/** The form in which the token of a link is stored, so that a copy of the database opens nothing. */
import { createHash } from 'node:crypto';

declare const hashed: unique symbol;

/** SHA-256 of a token in hex. Tokens are 192 random bits: a hash cannot be reversed. */
export type TokenHash = string & { readonly [hashed]: true };

export function hashToken(token: string): TokenHash {
  return createHash('sha256').update(token).digest('hex') as TokenHash;
}
