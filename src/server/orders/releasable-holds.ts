/**
 * Finds the holds of a shopper's other unpaid orders. They are released if the order being placed or paid needs their stock, so
 * that shoppers never block themselves. An order whose hold was released stays unpaid; paying it reserves the stock again, if
 * available.
 */
import { isPayable } from '#lib/orders/status.ts';
import type { Transaction } from '../db/database.ts';
import type { ShopperHolds } from '../promotions/shopper-holds.ts';
import {
  pendingPaymentTimeoutMs,
  readHoldingOrders,
  readOrderHolds,
} from '../promotions/shopper-holds-store.ts';
import type { Order } from './order.ts';
import { hasPaymentUnderWay } from './payment-in-progress-store.ts';
import { lockVariants, type VariantQuantity } from './stock-store.ts';
import { lockOrder } from './store.ts';

export interface ReleasableHold extends ShopperHolds {
  order: Order;
}

/**
 * Locks the shopper's other unpaid orders that hold stock or coupons and have no payment in progress, and all variants involved.
 * Every transaction locks the shopper first, then orders, then variants by id, so call this before releasing or reserving stock.
 * @param trx must have locked the shopper, so that no payment of these orders starts meanwhile
 * @param wants result of sumVariantQuantities
 * @param replaced existing order of the checkout, which the new order replaces. The caller has locked it and releases its hold next
 * @returns the other orders with their holds, oldest order first, without the replaced order
 */
export async function lockReleasableHolds(
  trx: Transaction,
  order: Pick<Order, 'orderNo' | 'visitorHash' | 'customerId'>,
  wants: readonly VariantQuantity[],
  now: number,
  replaced: Order | null = null,
): Promise<ReleasableHold[]> {
  const found = await readHoldingOrders(trx, order, now);
  const spare: ReleasableHold[] = [];
  for (const orderNo of found.filter(
    (otherNo) => otherNo !== order.orderNo && otherNo !== replaced?.orderNo,
  )) {
    const otherOrder = await lockOrder(trx, orderNo, now);
    if (!otherOrder || otherOrder.heldUntil === null || !isPayable(otherOrder.statusKey)) continue;
    if (await hasPaymentUnderWay(trx, orderNo, now - pendingPaymentTimeoutMs)) continue;
    spare.push({ order: otherOrder, ...(await readOrderHolds(trx, [orderNo])) });
  }
  const released = replaced ? [...spare, await readOrderHolds(trx, [replaced.orderNo])] : spare;
  if (released.length > 0) {
    await lockVariants(trx, [
      ...wants.map((want) => want.variantId),
      ...released.flatMap(({ stock }) => [...stock.keys()]),
    ]);
  }
  return spare.sort((left, right) => left.order.orderTime - right.order.orderTime);
}

/** Returns the quantities still needed from stock if all these holds are released. */
export function calculateRemainingDemand(
  wants: readonly VariantQuantity[],
  spare: readonly ReleasableHold[],
): VariantQuantity[] {
  return wants.map(({ variantId, quantity }) => ({
    variantId,
    quantity: spare.reduce((remaining, { stock }) => remaining - (stock.get(variantId) ?? 0), quantity),
  }));
}
