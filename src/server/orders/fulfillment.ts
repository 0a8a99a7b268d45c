/** Calculates which units of an order are still to be shipped, and the resulting order status. Pure. */
import { isPaid, orderStatus } from '#lib/orders/status.ts';
import type { Order, OrderLine, Parcel } from './order.ts';
import type { Refund } from './refunds-store.ts';

export interface FulfillmentData {
  bought: readonly OrderLine[];
  parcels: readonly Parcel[];
  refunds: readonly Refund[];
}

/**
 * Returns the unshipped and unrefunded units by line position. Parcels stored before partial shipments existed contain the whole
 * order. Refunds of a return apply to shipped units; other refunds apply to unshipped units first.
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
      // Units that were shipped and then refunded without a return are subtracted twice, so the result is clamped at 0.
      return [line.position, isOld ? 0 : Math.max(0, line.quantity - settledUnits)];
    }),
  );
}

/**
 * Returns the status (R61) of a paid order according to its parcels: processing until everything is shipped, then shipped, and
 * completed once every parcel is delivered. The status does not change if there is no parcel or the order is already completed.
 */
export function calculateShippingStatus(
  { statusKey }: Pick<Order, 'statusKey'>,
  sending: FulfillmentData,
): number {
  const { bought, parcels } = sending;
  if (!isPaid(statusKey) || statusKey === orderStatus.completed || parcels.length === 0) return statusKey;
  const unsent = countUnshippedUnits(sending);
  // Virtual items are not shipped.
  if (bought.some(({ isVirtual, position }) => !isVirtual && unsent.get(position) !== 0))
    return orderStatus.processing;
  return parcels.every(({ deliveredAt }) => deliveredAt !== null)
    ? orderStatus.completed
    : orderStatus.shipped;
}
