/** The order a payment call is about, for its owner only (R90). */
import { codes } from '#lib/contract/codes.ts';
import { Failure } from '../http/failure.ts';
import type { Context } from '../http/handler.ts';
import { mayAccess } from '../orders/access.ts';
import type { Order } from '../orders/order.ts';
import { readOrder } from '../orders/store.ts';

/**
 * @param token `?token=` of the order, '' for none
 * @throws Failure 10404 when there is no such order, 10403 when it is not the caller's
 */
export async function ownedOrder(context: Context, orderNo: string, token = ''): Promise<Order> {
  const order = await readOrder(context.services.db, orderNo);
  if (!order) throw new Failure(codes.notFound, 'There is no such order.');
  if (!mayAccess(order, context.caller, token))
    throw new Failure(codes.notAllowed, 'This order is not yours.');
  return order;
}
