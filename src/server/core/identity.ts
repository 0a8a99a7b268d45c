/** Who a request proves its sender to be. */
import { createHash } from 'node:crypto';
import type { Caller } from './caller.ts';

/** What a request proves about its sender. */
export interface Identity {
  /** Id of the logged-in customer, null for an anonymous caller. */
  customerId: number | null;
  /** SHA-256 of the `visitor` cookie in hex, null without the cookie. */
  visitorHash: string | null;
}

/** The form in which a `visitor` cookie is stored, so that a copy of the database opens no orders. */
export function visitorHash(visitor: string): string {
  return createHash('sha256').update(visitor).digest('hex');
}

/** What the caller proves. */
export function identify({ customer, visitor }: Caller): Identity {
  return { customerId: customer?.id ?? null, visitorHash: visitor === null ? null : visitorHash(visitor) };
}
