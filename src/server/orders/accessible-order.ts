/** Reads the order of a request for its owner, or for anyone with a link to it (R79, R90). */

import type { Caller } from '../core/caller.ts';
import type { Context } from '../core/handler.ts';
import type { Services } from '../core/services.ts';
import { checkOrderAccess, expiredLinkError, orderAccessError } from './access.ts';
import type { Order } from './order.ts';
import { normaliseOrderNo } from './order-no.ts';
import { readOrder } from './store.ts';

/**
 * Returns the order if the caller may access it.
 * @param token the `token` query parameter, '' if none
 * @throws Failure 10403 if the caller may not access it or it does not exist; 20003 if the link has expired
 */
export async function readAccessibleOrder(
  { services, caller }: Pick<Context, 'services' | 'caller'>,
  orderNo: string,
  token = '',
): Promise<Order> {
  const order = await readOrder(services.db, normaliseOrderNo(orderNo));
  const access = order ? await checkOrderAccess(services, order, caller, token) : 'shut';
  if (access === 'ended') throw expiredLinkError();
  if (!order || access === 'shut') throw orderAccessError();
  return order;
}

/** Returns whether the caller may access the order with this number. */
export async function mayOpen(
  services: Pick<Services, 'db' | 'now'>,
  caller: Caller,
  orderNo: string,
  token: string,
): Promise<boolean> {
  // A caller without cookie, login and token has no access, so the query is skipped.
  if (caller.visitor === null && caller.customer === null && token === '') return false;
  const order = await readOrder(services.db, normaliseOrderNo(orderNo));
  return order !== null && (await checkOrderAccess(services, order, caller, token)) === 'open';
}
