/** Reserves stock and coupons for unpaid orders, releases them, and reserves them again (R90, PAY-13). */
import * as codes from '#lib/contract/codes.ts';
import { isPaid, isPayable, orderStatus } from '#lib/orders/status.ts';
import { couponErrors } from '../checkout/line-errors.ts';
import { Failure } from '../core/failure.ts';
import type { Services } from '../core/services.ts';
import type { Transaction } from '../db/database.ts';
import { reacquireCoupons, releaseCoupons } from './coupon-store.ts';
import { chooseHoldsToRelease, holdLength, holdStart, REPEATED_HOLD_MS } from './hold-time-and-caps.ts';
import { type Holder, lockShopper, readHoldUsage } from './holders-store.ts';
import { readOrderLines } from './lines-store.ts';
import type { Order, OrderLine } from './order.ts';
import { isBeingCaptured } from './payment-in-progress-store.ts';
import { calculateRemainingDemand, lockReleasableHolds, type ReleasableHold } from './releasable-holds.ts';
import {
  findShortage,
  releaseStock,
  reserveStock,
  sumVariantQuantities,
  type VariantQuantity,
} from './stock-store.ts';
import { lockOrder, readOrder, updateOrder } from './store.ts';

/** Why an order's stock or coupon could not be reserved again. */
export type Shortage = { kind: 'stock'; line: OrderLine } | { kind: 'coupon' };

/**
 * Returns the time until which an unpaid order may hold its stock and coupon, ms UTC. Called each time the order is placed or paid.
 * @param trx must have locked the shopper (lockShopper) if the order is going to hold stock
 * @param spare holds of the shopper's other orders; those released to stay within the caps are removed from the list
 * @returns null if the caps on held stock are exceeded: the order then holds nothing until a provider call charges the shopper
 */
export async function determineHoldEnd(
  trx: Transaction,
  holder: Holder,
  wants: readonly VariantQuantity[],
  spare: ReleasableHold[],
  now: number,
): Promise<number | null> {
  // Without a client IP address the order cannot be counted towards the cap per address, so it gets no hold.
  if (holder.clientHash === '') return null;
  const holding = await readHoldUsage(trx, holder, wants, now);
  const counted = spare.map((hold) => ({
    hold,
    stock: hold.stock,
    isOfVisitor: hold.order.visitorHash === holder.visitorHash,
    isOfClient: hold.order.clientHash === holder.clientHash,
  }));
  const released = chooseHoldsToRelease(holding, counted);
  if (!released) return null;
  for (const { hold } of released) await releaseSpare(trx, spare, hold, now);
  return now + holdLength(now, holdStart(now, holder), holding.hasOtherHold);
}

/**
 * Releases the stock and coupon of an unpaid order. Does nothing if they are already released.
 * @param order locked by the caller
 */
export async function releaseHold(trx: Transaction, order: Order, now: number): Promise<void> {
  await releaseStock(trx, order.orderNo, now);
  await releaseCoupons(trx, order.orderNo);
  await updateOrder(trx, order.orderNo, { heldUntil: null, isHoldLent: false });
}

async function releaseSpare(
  trx: Transaction,
  spare: ReleasableHold[],
  hold: ReleasableHold,
  now: number,
): Promise<void> {
  spare.splice(spare.indexOf(hold), 1);
  await releaseHold(trx, hold.order, now);
}

/**
 * Reserves an order's stock. If the stock is insufficient, releases holds of the shopper's other orders, oldest first.
 * @param wants result of sumVariantQuantities
 * @param spare holds of the other orders; released ones are removed from the list
 * @returns null on success, otherwise the first variant without enough stock (no hold is released in that case)
 */
export async function reserveStockReleasingHolds(
  trx: Transaction,
  orderNo: string,
  wants: readonly VariantQuantity[],
  spare: ReleasableHold[],
  now: number,
): Promise<VariantQuantity | null> {
  const isHopeless =
    spare.length > 0 ? await findShortage(trx, calculateRemainingDemand(wants, spare)) : null;
  if (isHopeless) return isHopeless;
  for (;;) {
    const short = await reserveStock(trx, orderNo, wants, now);
    const inTheWay = short && spare.find(({ stock }) => stock.has(short.variantId));
    if (!inTheWay) return short;
    await releaseSpare(trx, spare, inTheWay, now);
  }
}

/**
 * Reserves a coupon use. If the coupon is used up, releases holds of the shopper's other orders, oldest first.
 * @param spare holds of the other orders; released ones are removed from the list
 * @param take reserves the use; returns the id of the promotion that is used up, null on success
 * @returns whether the use was reserved
 */
export async function reserveCouponReleasingHolds(
  trx: Transaction,
  spare: ReleasableHold[],
  now: number,
  take: () => Promise<number | null>,
): Promise<boolean> {
  for (;;) {
    const usedUp = await take();
    if (usedUp === null) return true;
    const inTheWay = spare.find(({ promotions }) => promotions.has(usedUp));
    if (!inTheWay) return false;
    await releaseSpare(trx, spare, inTheWay, now);
  }
}

/**
 * Reserves the stock and coupon of an order whose hold was released, all or nothing.
 * @param order locked by the caller, with heldUntil null
 * @param spare holds of the shopper's other orders, released if needed
 * @returns null on success
 */
export async function reacquireHold(
  trx: Transaction,
  order: Order,
  lines: readonly OrderLine[],
  spare: ReleasableHold[],
  now: number,
): Promise<Shortage | null> {
  const { orderNo } = order;
  // Checks availability first, so that no other hold is released if the stock would still be insufficient.
  const missing = spare.length > 0 ? await lookForHold(trx, order, lines, spare) : null;
  if (missing) return missing;
  const short = await reserveStockReleasingHolds(trx, orderNo, sumVariantQuantities(lines), spare, now);
  if (short) return shortOf(lines, short);
  if (!(await reserveCouponReleasingHolds(trx, spare, now, () => reacquireCoupons(trx, orderNo)))) {
    await releaseStock(trx, orderNo, now);
    return { kind: 'coupon' };
  }
  return null;
}

/** Returns the result that reacquireHold would return now, without reserving or releasing anything. */
async function lookForHold(
  trx: Transaction,
  order: Order,
  lines: readonly OrderLine[],
  spare: readonly ReleasableHold[],
): Promise<Shortage | null> {
  const short = await findShortage(trx, calculateRemainingDemand(sumVariantQuantities(lines), spare));
  if (short) return shortOf(lines, short);
  const usedUp = await reacquireCoupons(trx, order.orderNo);
  await releaseCoupons(trx, order.orderNo);
  const isThere = usedUp === null || spare.some(({ promotions }) => promotions.has(usedUp));
  return isThere ? null : { kind: 'coupon' };
}

function shortOf(lines: readonly OrderLine[], short: VariantQuantity): Shortage {
  return { kind: 'stock', line: lines.find((line) => line.variantId === short.variantId)! };
}

export interface HoldRenewalOptions {
  /**
   * True if the next provider call charges the shopper. The order's stock is then held even if that exceeds the caps on held stock.
   */
  takesMoney?: boolean;
  /** Throws to reject the order before its stock is held. */
  check?: (order: Order) => void;
}

/**
 * Renews the order's hold on stock and coupon before each payment attempt; reserves them again if they were released. Beyond the
 * caps on held stock, they are held only for a call that charges the shopper; any other call only checks that they are available.
 * @throws Failure 40001 product out of stock; 30003 coupon used up; 50002 already paid; 10209 cancelled, refunded or still a
 * draft; 10404 no such order
 */
export function renewHold(
  services: Services,
  orderNo: string,
  attempt: HoldRenewalOptions = {},
): Promise<Order> {
  return renewHoldAndRun(services, orderNo, attempt, async (_trx, order) => order);
}

/** Like renewHold, but also runs `follow` in the same transaction, so that the hold cannot be released in between. */
export async function renewHoldAndRun<T>(
  services: Services,
  orderNo: string,
  attempt: HoldRenewalOptions,
  follow: (trx: Transaction, order: Order, now: number) => Promise<T>,
): Promise<T> {
  const now = services.now();
  const holder = await readOrder(services.db, orderNo);
  if (!holder) throw new Failure(codes.notFound, 'There is no such order.');
  return services.db.transaction(async (trx) => {
    await lockShopper(trx, holder, now);
    const order = await lockOrder(trx, orderNo, now);
    if (!order) throw new Failure(codes.notFound, 'There is no such order.');
    refuseUnpayable(order);
    attempt.check?.(order);
    const lines = await readOrderLines(trx, orderNo);
    const wants = sumVariantQuantities(lines);
    // An order that still holds its stock does not need other holds to be released.
    const spare = order.heldUntil === null ? await lockReleasableHolds(trx, order, wants, now) : [];
    const end = await determineHoldEnd(trx, order, wants, spare, now);
    const canHold = end !== null || attempt.takesMoney === true;
    if (order.heldUntil === null) {
      const short = await (canHold
        ? reacquireHold(trx, order, lines, spare, now)
        : lookForHold(trx, order, lines, spare));
      if (short) throw shortageFailure(short);
    }
    const change = canHold ? calculateHold(order, end, now) : {};
    await updateOrder(trx, orderNo, { status: orderStatus.pending, ...change });
    return follow(trx, { ...order, statusKey: orderStatus.pending, ...change }, now);
  });
}

/**
 * Calculates the order's hold for a new payment attempt. The hold never ends earlier than before. Beyond the caps on held stock, it
 * lasts only as long as a provider call may take.
 */
function calculateHold(order: Order, end: number | null, now: number) {
  return {
    heldUntil: Math.max(order.heldUntil ?? 0, end ?? now + REPEATED_HOLD_MS),
    heldSince: holdStart(now, order),
    // A hold granted within the caps stays valid even if it exceeds the caps now.
    isHoldLent: end === null && (order.heldUntil === null || order.isHoldLent),
  };
}

/**
 * Releases a hold that exceeds the caps on held stock. Called after a provider call that did not charge the shopper. Does nothing
 * while a capture is in progress.
 * @param order unpaid order, locked by the caller
 */
export async function endHoldBeyondCaps(trx: Transaction, order: Order, now: number): Promise<void> {
  if (order.isHoldLent && !(await isBeingCaptured(trx, order.orderNo))) await releaseHold(trx, order, now);
}

/** Like endHoldBeyondCaps, but locks the order first. */
export async function releaseBeyondCaps(services: Services, orderNo: string): Promise<void> {
  const now = services.now();
  await services.db.transaction(async (trx) => {
    const order = await lockOrder(trx, orderNo, now);
    if (order && isPayable(order.statusKey)) await endHoldBeyondCaps(trx, order, now);
  });
}

function refuseUnpayable(order: Order): void {
  assertComplete(order);
  if (isPaid(order.statusKey)) throw new Failure(codes.alreadyPaid, 'This order is already paid.');
  if (!isPayable(order.statusKey)) {
    throw new Failure(codes.checkoutChanged, 'This order was cancelled and can no longer be paid.');
  }
}

/** Throws if the order is a draft, which cannot be paid before its checkout is complete. @throws Failure 10209 */
export function assertComplete(order: Order): void {
  if (order.isDraft) {
    throw new Failure(codes.checkoutChanged, 'Please fill in the checkout of this order before you pay.');
  }
}

/** Returns the error that explains to the shopper which product is out of stock, or that the coupon is used up. */
export function shortageFailure(short: Shortage): Failure {
  if (short.kind === 'coupon') {
    return new Failure(codes.couponUsedUp, couponErrors[codes.couponUsedUp]);
  }
  return new Failure(codes.notEnoughStock, notEnoughStockMessage(short.line.title, short.line.variantOption));
}

/** Returns a message such as `There is not enough stock of "Bowl (Sand)" left.` */
export function notEnoughStockMessage(title: string, option: string): string {
  return `There is not enough stock of "${title}${option ? ` (${option})` : ''}" left.`;
}
