/** Merchant actions on orders: list, ship, put on hold and cancel. */
import { hash } from 'node:crypto';
import * as codes from '#lib/contract/codes.ts';
import type { ReturnedLine } from '#lib/orders/returns.ts';
import { isPaid, isPayable, orderStatus } from '#lib/orders/status.ts';
import { Failure } from '../core/failure.ts';
import type { Services } from '../core/services.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import { readEmailShopData } from '../mail/email-shop-data.ts';
import { calculateShippingStatus, countUnshippedUnits } from './fulfillment.ts';
import { releaseHold } from './hold.ts';
import { readOrderLines, readParcels } from './lines-store.ts';
import type { Order, OrderLine, Parcel } from './order.ts';
import { queueShippedMail } from './parcel-and-refund-mails.ts';
import { type Refund, readRefunds } from './refunds-store.ts';
import { sumReturnedLines } from './stock-store.ts';
import { lockOrder, updateOrder } from './store.ts';
import { readTrackingUrl } from './tracking.ts';

export interface OrderSummary {
  orderNo: string;
  email: string;
  /** Order status (R61). */
  status: number;
  holdReason: string;
  /** Minor units of `currency`. */
  total: number;
  currency: string;
  /** ms UTC. */
  orderTime: number;
}

/** Returns the newest orders. @param status only orders with this status (R61); null for all */
export async function listOrders(
  db: Queryable,
  limit: number,
  status: number | null = null,
): Promise<OrderSummary[]> {
  let orders = db
    .selectFrom('orders')
    .select(['order_no as orderNo', 'email', 'status_key as status', 'hold_reason as holdReason'])
    .select(['total_price as total', 'currency', 'order_time as orderTime'])
    .orderBy('order_time', 'desc')
    .orderBy('order_no', 'desc')
    .limit(limit);
  if (status !== null) orders = orders.where('status_key', '=', status);
  return orders.execute();
}

export interface Shipment {
  orderNo: string;
  /** Tracking number; '' if there is none, so that the order page shows a disabled track button (ORD-06). */
  trackingNum: string;
  company: string;
  /** Units in the parcel; empty to ship everything that is not shipped yet. */
  lines: readonly ReturnedLine[];
}

/** Checks and records of a caller that has seen the order before. */
export interface ShipmentGuard {
  /** `orderVersion` of the order that the caller saw. */
  version: string;
  /** Returns the error if the order has changed since. */
  changed(trx: Transaction): Promise<Failure>;
  /** Runs in the transaction that stores the parcel. */
  recorded(trx: Transaction, parcel: Parcel): Promise<void>;
}

/**
 * Returns a short text that changes with everything that the staff decides about an order: its status, hold, parcels and refunds.
 * Unlike `updatedAt`, it does not change when a payment or a reminder only locks the order.
 */
export function orderVersion(
  { statusKey, holdReason, packedAt }: Order,
  parcels: readonly Parcel[],
  refunds: readonly Refund[],
): string {
  const decided = [
    ...[statusKey, holdReason, packedAt],
    parcels.map(({ trackingNum, trackingUpdateTime, deliveredAt }) => [
      ...[trackingNum, trackingUpdateTime, deliveredAt],
    ]),
    refunds.map(({ requestId, state }) => [requestId, state]),
  ];
  return hash('sha256', JSON.stringify(decided), 'hex').slice(0, 16);
}

/**
 * Records a parcel of a paid order and queues one email about it. Repeating a call with a tracking number changes nothing; each
 * call without a number records another parcel. The order's status is processing until its last unit is shipped.
 * @throws Failure 10404 no such order; 10001 unpaid, closed, on hold or being refunded, or fewer units left to ship; the error of
 * `guard` if the order has changed
 */
export async function shipOrder(
  services: Services,
  shipment: Shipment,
  guard?: ShipmentGuard,
): Promise<void> {
  const { orderNo, trackingNum, company } = shipment;
  const now = services.now();
  const [shop, trackingUrl] = await Promise.all([
    readEmailShopData(services),
    readTrackingUrl(services.db.read),
  ]);
  await services.db.transaction(async (trx) => {
    const order = await lockOrderOrThrow(trx, orderNo, now);
    const parcels = await readParcels(trx, orderNo);
    const refunds = await readRefunds(trx, orderNo);
    if (guard && guard.version !== orderVersion(order, parcels, refunds)) throw await guard.changed(trx);
    if (trackingNum !== '' && parcels.some((parcel) => parcel.trackingNum === trackingNum)) {
      if (guard) throw badRequest(`tracking_num: order ${orderNo} already has a parcel ${trackingNum}.`);
      return;
    }
    if (order.statusKey < orderStatus.paid)
      throw badRequest(`Order ${orderNo} cannot be shipped: it is unpaid.`);
    if (order.statusKey > orderStatus.shipped)
      throw badRequest(`Order ${orderNo} cannot be shipped: it is closed.`);
    if (order.holdReason !== '')
      throw badRequest(`Order ${orderNo} cannot be shipped: it is on hold (${order.holdReason}).`);
    const bought = await readOrderLines(trx, orderNo);
    const returned = refunds.reduce((sum, { state, amount }) => sum + (state === 'refused' ? 0 : amount), 0);
    if (returned >= order.amounts.total)
      throw badRequest(`Order ${orderNo} cannot be shipped: it is being refunded.`);
    const packed = pack(shipment.lines, bought, countUnshippedUnits({ bought, parcels, refunds }));
    const parcel: Parcel = {
      trackingNum,
      trackingCompany: company,
      trackingUpdateTime: now,
      deliveredAt: null,
      orderInfo: packed.map(({ line, quantity }) => ({
        ...{ title: line.title, quantity, image_url: line.imageUrl, position: line.position },
      })),
    };
    await insertParcel(trx, orderNo, parcel);
    const status = calculateShippingStatus(order, { bought, parcels: [...parcels, parcel], refunds });
    await updateOrder(trx, orderNo, { status });
    const address = trackingNum && trackingUrl.replace('{number}', encodeURIComponent(trackingNum));
    await queueShippedMail(trx, shop, order, { parcel, index: parcels.length }, bought, address, now);
    await guard?.recorded(trx, parcel);
  });
}

function pack(
  requestedLines: readonly ReturnedLine[],
  bought: readonly OrderLine[],
  unsent: ReadonlyMap<number, number>,
): { line: OrderLine; quantity: number }[] {
  const all = [...unsent].map(([position, quantity]) => ({ position, quantity }));
  const named = sumReturnedLines(requestedLines);
  const lines = named.length > 0 ? named : all.filter(({ quantity }) => quantity > 0);
  if (lines.length === 0) throw badRequest('Nothing is left to ship.');
  return lines.map(({ position, quantity }) => {
    const line = bought.find((candidate) => candidate.position === position);
    if (!line) throw badRequest(`The order has no line ${position}.`);
    const remaining = unsent.get(position) ?? 0;
    if (quantity < 1 || quantity > remaining) {
      throw badRequest(`"${line.title}": only ${remaining} left to ship, not ${quantity}.`);
    }
    return { line, quantity };
  });
}

async function insertParcel(trx: Transaction, orderNo: string, parcel: Parcel): Promise<void> {
  await trx
    .insertInto('parcels')
    .values({
      order_no: orderNo,
      tracking_num: parcel.trackingNum,
      tracking_company: parcel.trackingCompany,
      tracking_update_time: parcel.trackingUpdateTime,
      order_info: JSON.stringify(parcel.orderInfo),
    })
    .execute();
}

/**
 * Cancels an unpaid order and releases its stock and coupon. If a payment still arrives later, it is refunded.
 * @throws Failure 10404 no such order; 10001 already paid
 */
export async function cancelOrder(services: Services, orderNo: string): Promise<void> {
  const now = services.now();
  await services.db.transaction(async (trx) => {
    const order = await lockOrderOrThrow(trx, orderNo, now);
    if (order.statusKey === orderStatus.cancelled) return;
    if (!isPayable(order.statusKey)) {
      throw badRequest(
        `Order ${orderNo} cannot be cancelled: it is paid. Refund it instead, with --restock for units that were not sent.`,
      );
    }
    await releaseHold(trx, order, now);
    await updateOrder(trx, orderNo, { status: orderStatus.cancelled, heldSince: null });
  });
}

/**
 * Puts a paid order on hold, so that it cannot be shipped. The reason '' ends the hold.
 * @throws Failure 10404 no such order; 10001 not paid
 */
export async function holdOrder(services: Services, orderNo: string, reason: string): Promise<void> {
  const now = services.now();
  await services.db.transaction(async (trx) => {
    const order = await lockOrderOrThrow(trx, orderNo, now);
    if (!isPaid(order.statusKey)) throw badRequest(`Order ${orderNo} cannot be put on hold: it is not paid.`);
    await updateOrder(trx, orderNo, { holdReason: reason });
  });
}

/** Locks an order and returns it. @throws Failure 10404 no such order */
export async function lockOrderOrThrow(trx: Transaction, orderNo: string, now: number): Promise<Order> {
  const order = await lockOrder(trx, orderNo, now);
  if (!order) throw new Failure(codes.notFound, `There is no order ${orderNo}.`);
  return order;
}

export function badRequest(message: string): Failure {
  return new Failure(codes.badParameter, message);
}
