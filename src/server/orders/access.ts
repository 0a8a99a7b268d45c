/** Access to orders: who may see or change them (R79, R90). */
import * as codes from '#lib/contract/codes.ts';
import { isLinkTokenFor, LINK_LIFETIME_MS } from '../checkout/link-token.ts';
import type { Caller } from '../core/caller.ts';
import { Failure } from '../core/failure.ts';
import { identify } from '../core/identity.ts';
import { isSameSecret } from '../core/same-secret.ts';
import type { Services } from '../core/services.ts';
import type { TokenHash } from '../db/token-hash.ts';

/** The fields of an order that decide who may open it. */
export interface OrderAccessFields {
  customerId: number | null;
  visitorHash: string;
  tokenHash: TokenHash;
  mailedHash: TokenHash | '';
  linkId: string;
  orderTime: number;
}

/**
 * Returns whether the caller is the order's logged-in customer or, for a guest order, the browser that placed it (cookie
 * `visitor`). A customer's order needs the login, so that nothing stays open in the browser after logging out.
 */
export function isOwner(order: OrderAccessFields, caller: Caller): boolean {
  const who = identify(caller);
  if (order.customerId !== null) return who.customerId === order.customerId;
  return who.visitorHash !== null && isSameSecret(order.visitorHash, who.visitorHash);
}

/**
 * Returns whether the caller owns the order or has a link to it.
 * @param token the `?token=` of the request, '' for none
 * @returns `ended` for a valid link that is over a year old
 */
export async function checkOrderAccess(
  services: Pick<Services, 'db' | 'now'>,
  order: OrderAccessFields,
  caller: Caller,
  token = '',
): Promise<'open' | 'shut' | 'ended'> {
  if (isOwner(order, caller)) return 'open';
  const { linkId, tokenHash, mailedHash, orderTime } = order;
  if (token === '' || !(await isLinkTokenFor(services, { linkId, hashes: [tokenHash, mailedHash] }, token))) {
    return 'shut';
  }
  return services.now() < orderTime + LINK_LIFETIME_MS ? 'open' : 'ended';
}

/** Returns the same error for another customer's order and for an unknown number, so that numbers cannot be probed. */
export function orderAccessError(): Failure {
  return new Failure(codes.notAllowed, 'This order is not yours.');
}

/** Returns the error for an expired link. */
export function expiredLinkError(): Failure {
  return new Failure(
    codes.badLink,
    'This link was valid for a year and has expired. You can still find the order by its number and email address.',
  );
}
