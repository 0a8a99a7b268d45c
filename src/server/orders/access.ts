/** Access control for orders: who may see or change them (R79, R90). */
import * as codes from '#lib/contract/codes.ts';
import { isLinkTokenFor, LINK_LIFETIME_MS } from '../checkout/link-token.ts';
import type { Caller } from '../core/caller.ts';
import { Failure } from '../core/failure.ts';
import { identify } from '../core/identity.ts';
import { isSameSecret } from '../core/same-secret.ts';
import type { Services } from '../core/services.ts';
import type { TokenHash } from '../db/token-hash.ts';

/** Fields of an order that determine who may access it. */
export interface OrderAccessFields {
  customerId: number | null;
  visitorHash: string;
  tokenHash: TokenHash;
  mailedHash: TokenHash | '';
  linkId: string;
  orderTime: number;
}

/**
 * Returns whether the caller owns the order. A customer's order requires that customer's login, so that it is no longer
 * accessible after logging out; a guest's order requires the `visitor` cookie of the browser that placed it.
 */
export function isOwner(order: OrderAccessFields, caller: Caller): boolean {
  const who = identify(caller);
  if (order.customerId !== null) return who.customerId === order.customerId;
  return who.visitorHash !== null && isSameSecret(order.visitorHash, who.visitorHash);
}

/**
 * Returns whether the caller owns the order or has a link to it.
 * @param token the `token` query parameter of the request, '' if none
 * @returns `ended` if the link is valid but over a year old
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

/**
 * Returns the error for an inaccessible order. It is the same for another customer's order and for an unknown number, so that
 * order numbers cannot be probed.
 */
export function orderAccessError(): Failure {
  return new Failure(codes.notAllowed, 'This order is not yours.');
}

/** Returns the error for an expired link to an order. */
export function expiredLinkError(): Failure {
  return new Failure(
    codes.badLink,
    'This link was valid for a year and has expired. You can still find the order by its number and email address.',
  );
}
