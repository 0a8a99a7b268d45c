/** Holding stock and coupon for an unpaid order, letting go, and taking anew (R90, PAY-13). */
import * as codes from '#lib/contract/codes.ts';
import { isPaid, isPayable, orderStatus } from '#lib/orders/status.ts';
import { couponErrors } from '../checkout/line-errors.ts';
import { Failure } from '../core/failure.ts';
import type { Services } from '../core/services.ts';
import type { Transaction } from '../db/database.ts';
import { releaseCoupons, retakeCoupons } from './coupon-store.ts';
import { chooseToRelease, holdLength, holdStart, REPEATED_HOLD_MS } from './hold-time-and-caps.ts';
import { type Holder, lockHolders, readHolding } from './holders-store.ts';
import { readOrderLines } from './lines-store.ts';
import type { Order, OrderLine } from './order.ts';
import { isBeingCaptured } from './payment-in-progress-store.ts';
import { beyondSpare, lockSpareHolds, type SpareHold } from './spare-holds.ts';
import { findShortage, releaseStock, sumWants, takeStock, type Want } from './stock-store.ts';
import { lockOrder, readOrder, updateOrder } from './store.ts';

/** What an order could not take anew. */
export type Shortage = { kind: 'stock'; line: OrderLine } | { kind: 'coupon' };

/**
 * Until when an unpaid order may hold what it wants from now on; asked whenever it is placed or paid.
 * @param trx has locked the holders, where a hold is to be taken
 * @param spare holds of the shopper's other orders; those that keep it beyond the caps are released and leave the list
 * @returns null beyond the caps: it must do without until money is taken
 */
export async function holdEnd(
  trx: Transaction,
  holder: Holder,
  wants: readonly Want[],
  spare: SpareHold[],
  now: number,
): Promise<number | null> {
  // Where its client address is erased, it is not possible to count what that holds with other orders of its age.
  if (holder.clientHash === '') return null;
  const holding = await readHolding(trx, holder, wants, now);
  const counted = spare.map((hold) => ({
    hold,
    stock: hold.stock,
    isOfVisitor: hold.order.visitorHash === holder.visitorHash,
    isOfClient: hold.order.clientHash === holder.clientHash,
  }));
  const released = chooseToRelease(holding, counted);
  if (!released) return null;
  for (const { hold } of released) await releaseSpare(trx, spare, hold, now);
  return now + holdLength(now, holdStart(now, holder), holding.hasHeldOther);
}

/**
 * Gives stock and coupon of an unpaid order back. Nothing happens when they were given back before.
 * @param order locked by the caller
 */
export async function releaseHold(trx: Transaction, order: Order, now: number): Promise<void> {
  await releaseStock(trx, order.orderNo, now);
  await releaseCoupons(trx, order.orderNo);
  await updateOrder(trx, order.orderNo, { heldUntil: null, isHoldLent: false });
}

async function releaseSpare(
  trx: Transaction,
  spare: SpareHold[],
  hold: SpareHold,
  now: number,
): Promise<void> {
  spare.splice(spare.indexOf(hold), 1);
  await releaseHold(trx, hold.order, now);
}

/**
 * Takes an order's stock; where it is short, holds of the shopper's other orders make room, the oldest first.
 * @param wants summed by sumWants
 * @param spare those that are released leave the list
 * @returns the first variant that is short all the same (no hold is released then), null when all were taken
 */
export async function takeStockOf(
  trx: Transaction,
  orderNo: string,
  wants: readonly Want[],
  spare: SpareHold[],
  now: number,
): Promise<Want | null> {
  const isHopeless = spare.length > 0 ? await findShortage(trx, beyondSpare(wants, spare)) : null;
  if (isHopeless) return isHopeless;
  for (;;) {
    const short = await takeStock(trx, orderNo, wants, now);
    const inTheWay = short && spare.find(({ stock }) => stock.has(short.variantId));
    if (!inTheWay) return short;
    await releaseSpare(trx, spare, inTheWay, now);
  }
}

/**
 * Takes a coupon's use; where it is used up, holds of the shopper's other orders make room, the oldest first.
 * @param take takes it. @returns the promotion that is used up, null for none
 * @param spare those that are released leave the list
 * @returns whether it was taken
 */
export async function takeCouponOf(
  trx: Transaction,
  spare: SpareHold[],
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
 * Takes stock and coupon of a released order once more, all or nothing.
 * @param order locked by the caller, with heldUntil null
 * @param spare holds of the shopper's other orders, which make room where it is needed
 * @returns null when the order holds them again
 */
export async function retakeHold(
  trx: Transaction,
  order: Order,
  lines: readonly OrderLine[],
  spare: SpareHold[],
  now: number,
): Promise<Shortage | null> {
  const { orderNo } = order;
  // No other hold is released for an order that lacks something all the same.
  const missing = spare.length > 0 ? await lookForHold(trx, order, lines, spare) : null;
  if (missing) return missing;
  const short = await takeStockOf(trx, orderNo, sumWants(lines), spare, now);
  if (short) return shortOf(lines, short);
  if (!(await takeCouponOf(trx, spare, now, () => retakeCoupons(trx, orderNo)))) {
    await releaseStock(trx, orderNo, now);
    return { kind: 'coupon' };
  }
  return null;
}

/** Whether retakeHold would take them all; takes and releases nothing. */
async function lookForHold(
  trx: Transaction,
  order: Order,
  lines: readonly OrderLine[],
  spare: readonly SpareHold[],
): Promise<Shortage | null> {
  const short = await findShortage(trx, beyondSpare(sumWants(lines), spare));
  if (short) return shortOf(lines, short);
  const usedUp = await retakeCoupons(trx, order.orderNo);
  await releaseCoupons(trx, order.orderNo);
  const isThere = usedUp === null || spare.some(({ promotions }) => promotions.has(usedUp));
  return isThere ? null : { kind: 'coupon' };
}

function shortOf(lines: readonly OrderLine[], short: Want): Shortage {
  return { kind: 'stock', line: lines.find((line) => line.variantId === short.variantId)! };
}

export interface Attempt {
  /** The next call takes money: its stock is held whatever the caps say. */
  takesMoney?: boolean;
  /** Refuses the order before anything is held for it. */
  check?: (order: Order) => void;
}

/**
 * Called before each attempt to pay: the order holds its stock and coupon from now, taken anew when they had been given
 * back. Beyond the caps they are held for a call that takes money; before any other it is only made sure of that they
 * could be.
 * @throws Failure 40001 naming the product that is gone, 30003 when the coupon is used up, 50002 when the order is
 * paid already, 10209 when it was cancelled, refunded or only begun, 10404 when there is none
 */
export function renewHold(services: Services, orderNo: string, attempt: Attempt = {}): Promise<Order> {
  return renewHoldAnd(services, orderNo, attempt, async (_trx, order) => order);
}

/** As renewHold, with what follows in the same transaction: what is held cannot be let go in between. */
export async function renewHoldAnd<T>(
  services: Services,
  orderNo: string,
  attempt: Attempt,
  follow: (trx: Transaction, order: Order, now: number) => Promise<T>,
): Promise<T> {
  const now = services.now();
  const holder = await readOrder(services.db, orderNo);
  if (!holder) throw new Failure(codes.notFound, 'There is no such order.');
  return services.db.transaction(async (trx) => {
    await lockHolders(trx, holder, now);
    const order = await lockOrder(trx, orderNo, now);
    if (!order) throw new Failure(codes.notFound, 'There is no such order.');
    refuseUnpayable(order);
    attempt.check?.(order);
    const lines = await readOrderLines(trx, orderNo);
    const wants = sumWants(lines);
    // An order that still holds what it wants needs no room.
    const spare = order.heldUntil === null ? await lockSpareHolds(trx, order, wants, now) : [];
    const end = await holdEnd(trx, order, wants, spare, now);
    const isHeld = end !== null || attempt.takesMoney === true;
    if (order.heldUntil === null) {
      const short = await (isHeld
        ? retakeHold(trx, order, lines, spare, now)
        : lookForHold(trx, order, lines, spare));
      if (short) throw shortageFailure(short);
    }
    const change = isHeld ? held(order, end, now) : {};
    await updateOrder(trx, orderNo, { status: orderStatus.pending, ...change });
    return follow(trx, { ...order, statusKey: orderStatus.pending, ...change }, now);
  });
}

/** A hold is never cut short by another attempt; beyond the caps it lasts as long as a call may take. */
function held(order: Order, end: number | null, now: number) {
  return {
    heldUntil: Math.max(order.heldUntil ?? 0, end ?? now + REPEATED_HOLD_MS),
    heldSince: holdStart(now, order),
    // What was given within the caps stays so, though they may have shrunk since.
    isHoldLent: end === null && (order.heldUntil === null || order.isHoldLent),
  };
}

/**
 * A call that could have taken money has not: what the order was lent beyond the caps goes back, unless another such call
 * is under way.
 * @param order locked by the caller, unpaid
 */
export async function endHoldBeyondCaps(trx: Transaction, order: Order, now: number): Promise<void> {
  if (order.isHoldLent && !(await isBeingCaptured(trx, order.orderNo))) await releaseHold(trx, order, now);
}

/** The same for an order that is not locked yet. */
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

/** An order cannot be paid before its checkout was filled in. @throws Failure 10209 */
export function assertComplete(order: Order): void {
  if (order.isBegun) {
    throw new Failure(codes.checkoutChanged, 'Please fill in the checkout of this order before you pay.');
  }
}

/** The refusal that tells a shopper what could not be taken. */
export function shortageFailure(short: Shortage): Failure {
  if (short.kind === 'coupon') {
    return new Failure(codes.couponUsedUp, couponErrors[codes.couponUsedUp]);
  }
  return new Failure(codes.notEnoughStock, notEnough(short.line.title, short.line.variantOption));
}

/** `There is not enough stock of "Bowl (Sand)" left.` */
export function notEnough(title: string, option: string): string {
  return `There is not enough stock of "${title}${option ? ` (${option})` : ''}" left.`;
}
