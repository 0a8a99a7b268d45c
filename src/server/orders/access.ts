/** Who may see an order or act on it (R79, R90). */
import * as codes from '#lib/contract/codes.ts';
import { isTokenOf, LINK_LIFE_MS } from '../checkout/link-token.ts';
import type { Caller } from '../core/caller.ts';
import { Failure } from '../core/failure.ts';
import { identify } from '../core/identity.ts';
import { sameSecret } from '../core/same-secret.ts';
import type { Services } from '../core/services.ts';
import type { TokenHash } from '../db/token-hash.ts';

/** The part of an order that says whose it is. */
export interface Owned {
  customerId: number | null;
  visitorHash: string;
  tokenHash: TokenHash;
  mailedHash: TokenHash | '';
  linkId: string;
  orderTime: number;
}

/**
 * Whether the caller is the customer who is logged in or, of a guest's order, the browser that placed it (cookie `visitor`).
 * A customer's order is the login's alone: who logs out leaves nothing open in the browser.
 */
export function isOwner(order: Owned, caller: Caller): boolean {
  const who = identify(caller);
  if (order.customerId !== null) return who.customerId === order.customerId;
  return who.visitorHash !== null && sameSecret(order.visitorHash, who.visitorHash);
}

/**
 * Whether the caller is the owner or holds a link to the order.
 * @param token the `?token=` of the request, '' for none
 * @returns `ended` for a link that did open the order, a year ago and longer
 */
export async function accessTo(
  services: Pick<Services, 'db' | 'now'>,
  order: Owned,
  caller: Caller,
  token = '',
): Promise<'open' | 'shut' | 'ended'> {
  if (isOwner(order, caller)) return 'open';
  const { linkId, tokenHash, mailedHash, orderTime } = order;
  if (token === '' || !(await isTokenOf(services, { linkId, hashes: [tokenHash, mailedHash] }, token))) {
    return 'shut';
  }
  return services.now() < orderTime + LINK_LIFE_MS ? 'open' : 'ended';
}

/** One refusal for another customer's order and for one that does not exist: numbers cannot be tried out. */
export function notYours(): Failure {
  return new Failure(codes.notAllowed, 'This order is not yours.');
}

/** The refusal of a link that is too old. */
export function linkEnded(): Failure {
  return new Failure(
    codes.badLink,
    'This link was valid for a year and has expired. You can still find the order by its number and email address.',
  );
}
