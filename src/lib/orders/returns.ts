/** What of an order can be sent back. Pure: it is handed `now`. */

export interface ReturnedLine {
  /** Of the order's line. */
  position: number;
  quantity: number;
}

export interface ReturnFacts {
  bought: readonly (ReturnedLine & { isVirtual: boolean })[];
  /** Without `lines` it held the whole order, as parcels of before part shipments did. */
  parcels: readonly { sentAt: number; deliveredAt: number | null; lines: readonly ReturnedLine[] | null }[];
  /** The last day that was promised, `YYYY-MM-DD`; null where none was. */
  promisedBy: string | null;
  /** Units that were refunded past any return. */
  refunded: readonly ReturnedLine[];
  /** What was asked for, and when, ms UTC; refused returns left out. */
  asked: readonly { at: number; lines: readonly ReturnedLine[] }[];
}

const dayMs = 86_400_000;

/**
 * ReturnedLine of each line that may still be sent back: the days that are given have not run out since their arrival, and they were
 * neither refunded nor asked for before. Where nobody noted the arrival it is taken to be the end of the last day that was
 * promised, or the sending where that was later: what is on its way for weeks is not too late before it comes.
 * @param now ms UTC
 */
export function returnableUnits(facts: ReturnFacts, days: number, now: number): ReturnedLine[] {
  const promised = facts.promisedBy === null ? 0 : Date.parse(facts.promisedBy) + dayMs;
  const until = ({ sentAt, deliveredAt }: ReturnFacts['parcels'][number]) =>
    (deliveredAt ?? Math.max(sentAt, promised)) + days * dayMs;
  return facts.bought.flatMap(({ position, quantity, isVirtual }) => {
    if (isVirtual) return [];
    const sent = facts.parcels
      .map((parcel) => ({
        ...{ sentAt: parcel.sentAt, until: until(parcel) },
        left: parcel.lines === null ? quantity : sumAt(parcel.lines, position),
      }))
      // Nobody says which parcel a piece was of: it is taken to be of the one that may be sent back longest.
      .sort((left, right) => right.until - left.until);
    const take = (pieces: number, from: typeof sent) => {
      let open = pieces;
      for (const parcel of from) {
        const taken = Math.min(open, parcel.left);
        parcel.left -= taken;
        open -= taken;
      }
    };
    // What was refunded is what was not sent, as long as there is some.
    const unsent = Math.max(0, quantity - sumLeft(sent));
    const refunded = sumAt(facts.refunded, position);
    take(Math.max(0, refunded - unsent), sent);
    for (const { at, lines } of facts.asked) {
      const there = sent.filter(({ sentAt }) => sentAt <= at);
      take(sumAt(lines, position), there);
    }
    const open = sumLeft(sent.filter((parcel) => now <= parcel.until));
    // Two parcels of before part shipments would each hold the whole order.
    const asked = facts.asked.flatMap(({ lines }) => lines);
    const left = Math.min(open, quantity - refunded - sumAt(asked, position));
    return left > 0 ? [{ position, quantity: left }] : [];
  });
}

function sumLeft(parcels: readonly { left: number }[]): number {
  return parcels.reduce((sum, { left }) => sum + left, 0);
}

function sumAt(pieces: readonly ReturnedLine[], position: number): number {
  return pieces.reduce((sum, piece) => sum + (piece.position === position ? piece.quantity : 0), 0);
}
