/** What of an order is still to be sent, and how far that brings it. Pure. */
import { isPaid, orderStatus } from '#lib/orders/status.ts';
import type { Order, OrderLine, Parcel } from './order.ts';
import type { Refund } from './refunds-store.ts';

/** Of an order, as it is under its lock. */
export interface Sending {
  bought: readonly OrderLine[];
  parcels: readonly Parcel[];
  refunds: readonly Refund[];
}

/**
 * Pieces by position that are in no parcel and were not refunded. Parcels of before part shipments held the whole order.
 * What a return brought back had been sent; of any other refund those pieces come first that were not.
 */
export function unsentOf({ bought, parcels, refunds }: Sending): Map<number, number> {
  const sent = parcels.flatMap(({ orderInfo }) => orderInfo);
  const isOld = sent.some(({ position }) => position === undefined);
  const back = refunds
    .filter(({ state, returnId }) => state !== 'refused' && returnId === null)
    .flatMap(({ lines }) => lines);
  return new Map(
    bought.map((line) => {
      const gone = [...sent, ...back]
        .filter(({ position }) => position === line.position)
        .reduce((sum, { quantity }) => sum + quantity, 0);
      // Pieces that were sent and came back without a return are counted twice.
      return [line.position, isOld ? 0 : Math.max(0, line.quantity - gone)];
    }),
  );
}

/**
 * The status (R61) of a paid order by its parcels: in process while something is to be sent, then shipped, and completed once
 * every parcel has arrived. Without a parcel it stays what it is, and so does what was completed.
 */
export function sentStatus({ statusKey }: Pick<Order, 'statusKey'>, sending: Sending): number {
  const { bought, parcels } = sending;
  if (!isPaid(statusKey) || statusKey === orderStatus.completed || parcels.length === 0) return statusKey;
  const unsent = unsentOf(sending);
  // What is not sent by parcel need not be in one.
  if (bought.some(({ isVirtual, position }) => !isVirtual && unsent.get(position) !== 0))
    return orderStatus.processing;
  return parcels.every(({ deliveredAt }) => deliveredAt !== null)
    ? orderStatus.completed
    : orderStatus.shipped;
}
