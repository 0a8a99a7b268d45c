/** Holding stock and coupon for an unpaid order, letting go, and taking anew (R90, PAY-13). */
import type { Transaction } from 'kysely';
import { codes } from '#lib/contract/codes.ts';
import { isPaid, isPayable, orderStatus } from '#lib/orders/status.ts';
import type { Tables } from '../db/tables.ts';
import { Failure } from '../http/failure.ts';
import type { Services } from '../services.ts';
import { releaseCoupons, retakeCoupons } from './coupon-store.ts';
import { readOrderLines } from './lines-store.ts';
import { HOLD_MS, type Order, type OrderLine } from './order.ts';
import { releaseStock, sumWants, takeStock } from './stock-store.ts';
import { lockOrder, updateOrder } from './store.ts';

/** What an order could not take anew. */
export type Shortage = { kind: 'stock'; line: OrderLine } | { kind: 'coupon' };

/**
 * Gives stock and coupon of an unpaid order back. Nothing happens when they were given back before.
 * @param order locked by the caller
 */
export async function releaseHold(trx: Transaction<Tables>, order: Order, now: number): Promise<void> {
  await releaseStock(trx, order.orderNo, now);
  await releaseCoupons(trx, order.orderNo);
  await updateOrder(trx, order.orderNo, { heldUntil: null });
}

/**
 * Takes stock and coupon of a released order once more, all or nothing.
 * @param order locked by the caller, with heldUntil null
 * @returns null when the order holds them again
 */
export async function retakeHold(
  trx: Transaction<Tables>,
  order: Order,
  now: number,
): Promise<Shortage | null> {
  const lines = await readOrderLines(trx, order.orderNo);
  const short = await takeStock(trx, order.orderNo, sumWants(lines), now);
  if (short) {
    return { kind: 'stock', line: lines.find((line) => line.variantId === short.variantId)! };
  }
  if (!(await retakeCoupons(trx, order.orderNo))) {
    await releaseStock(trx, order.orderNo, now);
    return { kind: 'coupon' };
  }
  return null;
}

/**
 * Called before each attempt to pay: the order holds its stock and coupon for 15 minutes from now, taken anew when
 * they had been given back.
 * @throws Failure 40001 naming the product that is gone, 30003 when the coupon is used up, 50002 when the order is
 * paid already, 10209 when it was cancelled, refunded or only begun, 10404 when there is none
 */
export async function renewHold(services: Services, orderNo: string): Promise<Order> {
  const now = services.now();
  return services.db.transaction(async (trx) => {
    const order = await lockOrder(trx, orderNo, now);
    if (!order) throw new Failure(codes.notFound, 'There is no such order.');
    refuseBegun(order);
    if (isPaid(order.statusKey)) throw new Failure(codes.alreadyPaid, 'This order is paid already.');
    if (!isPayable(order.statusKey)) {
      throw new Failure(codes.checkoutChanged, 'This order was cancelled and can no longer be paid.');
    }
    if (order.heldUntil === null) {
      const short = await retakeHold(trx, order, now);
      if (short) throw refusal(short);
    }
    const heldUntil = now + HOLD_MS;
    await updateOrder(trx, orderNo, { status: orderStatus.pending, heldUntil });
    return { ...order, statusKey: orderStatus.pending, heldUntil };
  });
}

/** An order cannot be paid before its checkout was filled in. @throws Failure 10209 */
export function refuseBegun(order: Order): void {
  if (order.isBegun) {
    throw new Failure(codes.checkoutChanged, 'Please fill in the checkout of this order before you pay.');
  }
}

/** The refusal that tells a shopper what could not be taken. */
export function refusal(short: Shortage): Failure {
  if (short.kind === 'coupon') {
    return new Failure(
      codes.couponUsedUp,
      'The discount code of this order has been used up in the meantime.',
    );
  }
  return new Failure(codes.notEnoughStock, notEnough(short.line.title, short.line.variantOption));
}

/** `There is not enough stock of "Bowl (Sand)" left.` */
export function notEnough(title: string, option: string): string {
  return `There is not enough stock of "${title}${option ? ` (${option})` : ''}" left.`;
}
