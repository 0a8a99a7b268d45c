/** Who may see an order or act on it (R79, R90). */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Caller } from '../http/handler.ts';

/** What a request proves about its sender. */
export interface Identity {
  /** Id of the logged-in customer, null for nobody. */
  customerId: number | null;
  /** SHA-256 of the `visitor` cookie in hex, null without the cookie. */
  visitorHash: string | null;
}

/** The part of an order or checkout that says whose it is. */
export interface Owned {
  token: string;
  customerId: number | null;
  visitorHash: string;
}

/** The form in which a `visitor` cookie is kept, so that a copy of the database opens no orders. */
export function visitorHash(visitor: string): string {
  return createHash('sha256').update(visitor).digest('hex');
}

/** What the caller proves. Shops without customer accounts know nobody by login token. */
export function identify(caller: Caller): Identity {
  return { customerId: null, visitorHash: caller.visitor === null ? null : visitorHash(caller.visitor) };
}

/** Compares two secrets without telling by time where they differ. */
function sameSecret(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return left !== '' && timingSafeEqual(digest(left), digest(right));
}

/**
 * Whether the caller is the owner: the customer who is logged in, the browser that placed it (cookie `visitor`),
 * or whoever holds the order's token.
 * @param orderToken the `?token=` of the request, if it has one
 */
export function mayAccess(order: Owned, caller: Caller, orderToken = ''): boolean {
  const who = identify(caller);
  return (
    (who.customerId !== null && who.customerId === order.customerId) ||
    (who.visitorHash !== null && sameSecret(order.visitorHash, who.visitorHash)) ||
    sameSecret(order.token, orderToken)
  );
}
