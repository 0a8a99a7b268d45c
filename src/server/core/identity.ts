import { createHash } from 'node:crypto';
import type { Caller } from './caller.ts';

/** Identity of the caller that a request proves. */
export interface Identity {
  /** Id of the logged-in customer, null for an anonymous caller. */
  customerId: number | null;
  /** SHA-256 of the `visitor` cookie in hex, null without the cookie. */
  visitorHash: string | null;
}

/** Returns the hash under which a `visitor` cookie is stored, so that a leaked database does not give access to orders. */
export function hashVisitorCookie(visitor: string): string {
  return createHash('sha256').update(visitor).digest('hex');
}

export function identify({ customer, visitor }: Caller): Identity {
  return {
    customerId: customer?.id ?? null,
    visitorHash: visitor === null ? null : hashVisitorCookie(visitor),
  };
}
