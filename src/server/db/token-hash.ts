/** Hashes of link tokens. The database stores only hashes, so that a copy of the database gives no access to orders. */
import { createHash } from 'node:crypto';

declare const hashed: unique symbol;

/** SHA-256 of a token, in hex. Tokens have 192 random bits, so the hash cannot be reversed. */
export type TokenHash = string & { readonly [hashed]: true };

export function hashToken(token: string): TokenHash {
  return createHash('sha256').update(token).digest('hex') as TokenHash;
}
