/** Calculates what is left to ship of an order, and the status that follows. Pure. */
import { isPaid, orderStatus } from '#lib/orders/status.ts';
import type { Order, OrderLine, Parcel } from './order.ts';
import type { Refund } from './refunds-store.ts';

export interface FulfillmentData {
  bought: readonly OrderLine[];
  parcels: readonly Parcel[];
  refunds: readonly Refund[];
}

/**
 * Returns by position the units that are in no parcel and were not refunded. Parcels stored before partial shipments existed hold
 * the whole order. Refunds of a return concern shipped units; other refunds apply to unshipped units first.
 */
export function countUnshippedUnits({ bought, parcels, refunds }: FulfillmentData): Map<number, number> {
  const sent = parcels.flatMap(({ orderInfo }) => orderInfo);
  const isOld = sent.some(({ position }) => position === undefined);
  const back = refunds
    .filter(({ state, returnId }) => state !== 'refused' && returnId === null)
    .flatMap(({ lines }) => lines);
  return new Map(
    bought.map((line) => {
      const settledUnits = [...sent, ...back]
        .filter(({ position }) => position === line.position)
        .reduce((sum, { quantity }) => sum + quantity, 0);
      // Units shipped and refunded without a return are counted twice, hence the clamp at 0.
      return [line.position, isOld ? 0 : Math.max(0, line.quantity - settledUnits)];
    }),
  );
}

/**
 * Returns the status (R61) of a paid order by its parcels: in process until everything is shipped, then shipped, and completed
 * once every parcel was delivered. Without a parcel, or once completed, the status does not change.
 */
export function calculateShippingStatus(
  { statusKey }: Pick<Order, 'statusKey'>,
  sending: FulfillmentData,
): number {
  const { bought, parcels } = sending;
  if (!isPaid(statusKey) || statusKey === orderStatus.completed || parcels.length === 0) return statusKey;
  const unsent = countUnshippedUnits(sending);
  // Virtual items need no parcel.
  if (bought.some(({ isVirtual, position }) => !isVirtual && unsent.get(position) !== 0))
    return orderStatus.processing;
  return parcels.every(({ deliveredAt }) => deliveredAt !== null)
    ? orderStatus.completed
    : orderStatus.shipped;
}
