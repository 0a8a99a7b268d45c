/** Calculates which units of an order can be returned. Pure: callers pass `now`. */

export interface ReturnedLine {
  /** Index of the line in the order. */
  position: number;
  quantity: number;
}

export interface OrderReturnData {
  bought: readonly (ReturnedLine & { isVirtual: boolean })[];
  /**
   * Shipped parcels of the order. Without `lines`, the parcel contains the whole order: parcels had no lines before partial shipments were
   * introduced.
   */
  parcels: readonly { sentAt: number; deliveredAt: number | null; lines: readonly ReturnedLine[] | null }[];
  /** Last day of the delivery estimate, `YYYY-MM-DD`; null if there was no estimate. */
  promisedBy: string | null;
  /** Units refunded without a return. */
  refunded: readonly ReturnedLine[];
  /** Return requests with their time, ms UTC, except rejected ones. */
  requests: readonly { at: number; lines: readonly ReturnedLine[] }[];
}

const dayMs = 86_400_000;

/**
 * Returns the units of each line that may still be returned: their return period has not ended, and they were neither refunded nor part of
 * an earlier return request. If no arrival was recorded, the period starts at the end of the last estimated day or at dispatch, whichever
 * is later, to allow for slow parcels.
 * @param now ms UTC
 */
export function returnableUnits(facts: OrderReturnData, days: number, now: number): ReturnedLine[] {
  const promised = facts.promisedBy === null ? 0 : Date.parse(facts.promisedBy) + dayMs;
  const until = ({ sentAt, deliveredAt }: OrderReturnData['parcels'][number]) =>
    (deliveredAt ?? Math.max(sentAt, promised)) + days * dayMs;
  return facts.bought.flatMap(({ position, quantity, isVirtual }) => {
    if (isVirtual) return [];
    const sent = facts.parcels
      .map((parcel) => ({
        ...{ sentAt: parcel.sentAt, until: until(parcel) },
        remaining: parcel.lines === null ? quantity : sumAt(parcel.lines, position),
      }))
      // A return does not name a parcel: its units are taken from the parcel whose return period ends last.
      .sort((left, right) => right.until - left.until);
    const take = (units: number, from: typeof sent) => {
      let open = units;
      for (const parcel of from) {
        const parcelUnits = Math.min(open, parcel.remaining);
        parcel.remaining -= parcelUnits;
        open -= parcelUnits;
      }
    };
    // Refunds apply first to units that were not sent.
    const unsent = Math.max(0, quantity - sumRemaining(sent));
    const refunded = sumAt(facts.refunded, position);
    take(Math.max(0, refunded - unsent), sent);
    for (const { at, lines } of facts.requests) {
      const there = sent.filter(({ sentAt }) => sentAt <= at);
      take(sumAt(lines, position), there);
    }
    const open = sumRemaining(sent.filter((parcel) => now <= parcel.until));
    // Limit the result to the ordered units: two parcels without `lines` would each count as the whole order.
    const requestedLines = facts.requests.flatMap(({ lines }) => lines);
    const returnableQuantity = Math.min(open, quantity - refunded - sumAt(requestedLines, position));
    return returnableQuantity > 0 ? [{ position, quantity: returnableQuantity }] : [];
  });
}

function sumRemaining(parcels: readonly { remaining: number }[]): number {
  return parcels.reduce((sum, { remaining }) => sum + remaining, 0);
}

function sumAt(lines: readonly ReturnedLine[], position: number): number {
  return lines.reduce((sum, piece) => sum + (piece.position === position ? piece.quantity : 0), 0);
}
