/** The order of a request, for its owner and everyone with its link (R79, R90). */

import type { Caller } from '../core/caller.ts';
import type { Context } from '../core/handler.ts';
import type { Services } from '../core/services.ts';
import { checkOrderAccess, expiredLinkError, orderAccessError } from './access.ts';
import type { Order } from './order.ts';
import { normaliseOrderNo } from './order-no.ts';
import { readOrder } from './store.ts';

/**
 * @param token `?token=` of the order, '' for none
 * @throws Failure 10403 for everyone else, whether or not the order exists; 20003 expired link
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

/** Returns whether the caller may open the order with this number. */
export async function mayOpen(
  services: Pick<Services, 'db' | 'now'>,
  caller: Caller,
  orderNo: string,
  token: string,
): Promise<boolean> {
  // A caller without cookie, login or token has no access: skip the query.
  if (caller.visitor === null && caller.customer === null && token === '') return false;
  const order = await readOrder(services.db, normaliseOrderNo(orderNo));
  return order !== null && (await checkOrderAccess(services, order, caller, token)) === 'open';
}
