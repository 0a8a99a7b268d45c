/** Order progress that the merchant reports: the order is packed, a parcel is delivered. */
import { orderStatus } from '#lib/orders/status.ts';
import type { Services } from '../core/services.ts';
import type { Transaction } from '../db/database.ts';
import { calculateShippingStatus } from './fulfillment.ts';
import { readOrderLines, readParcels } from './lines-store.ts';
import { badRequest, lockOrderOrThrow } from './merchant-store.ts';
import { readRefunds } from './refunds-store.ts';
import { updateOrder } from './store.ts';

/**
 * Marks a paid order as packed. Repeating the call changes nothing.
 * @throws Failure 10404 no such order; 10001 unpaid, shipped, closed or on hold
 */
export async function packOrder(services: Services, orderNo: string): Promise<void> {
  const now = services.now();
  await services.db.transaction(async (trx) => {
    const { statusKey, holdReason, packedAt } = await lockOrderOrThrow(trx, orderNo, now);
    if (packedAt !== null) return;
    if (statusKey < orderStatus.paid) throw badRequest(`Order ${orderNo} cannot be packed: it is unpaid.`);
    if (statusKey > orderStatus.processing)
      throw badRequest(`Order ${orderNo} cannot be packed: it is already shipped or closed.`);
    if (holdReason !== '')
      throw badRequest(`Order ${orderNo} cannot be packed: it is on hold (${holdReason}).`);
    await updateOrder(trx, orderNo, { status: orderStatus.processing, packedAt: now });
  });
}

/**
 * Marks one parcel, or every shipped parcel, as delivered. Repeating the call changes nothing. The order is completed once
 * everything is shipped and every parcel is delivered.
 * @param trackingNum '' for every parcel, '-' for those without a tracking number
 * @throws Failure 10404 no such order; 10001 nothing was shipped, or no parcel has this number
 */
export async function deliverOrder(services: Services, orderNo: string, trackingNum: string): Promise<void> {
  const now = services.now();
  await services.db.transaction(async (trx) => {
    const order = await lockOrderOrThrow(trx, orderNo, now);
    const parcels = await readParcels(trx, orderNo);
    if (parcels.length === 0)
      throw badRequest(`Order ${orderNo} cannot be marked as delivered: none of its parcels was shipped.`);
    const requestedNumber = trackingNum === '-' ? '' : trackingNum;
    const isRequested = (number: string) => trackingNum === '' || number === requestedNumber;
    if (!parcels.some((parcel) => isRequested(parcel.trackingNum)))
      throw badRequest(`Order ${orderNo} has no parcel ${trackingNum}.`);
    await noteDelivered(trx, orderNo, trackingNum === '' ? null : requestedNumber, now);
    const sending = {
      bought: await readOrderLines(trx, orderNo),
      parcels: await readParcels(trx, orderNo),
      refunds: await readRefunds(trx, orderNo),
    };
    await updateOrder(trx, orderNo, { status: calculateShippingStatus(order, sending) });
  });
}

async function noteDelivered(
  trx: Transaction,
  orderNo: string,
  /** Tracking number of the parcels to mark as delivered; null to mark every parcel. */
  trackingNum: string | null,
  now: number,
): Promise<void> {
  let parcels = trx
    .updateTable('parcels')
    .set({ delivered_at: now })
    .where('order_no', '=', orderNo)
    .where('delivered_at', 'is', null);
  if (trackingNum !== null) parcels = parcels.where('tracking_num', '=', trackingNum);
  await parcels.execute();
}
