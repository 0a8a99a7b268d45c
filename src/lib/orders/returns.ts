/** What of an order can be sent back. Pure: it is handed `now`. */

export interface Pieces {
  /** Of the order's line. */
  position: number;
  quantity: number;
}

export interface ReturnFacts {
  bought: readonly (Pieces & { isVirtual: boolean })[];
  /** Without `lines` it held the whole order, as parcels of before part shipments did. */
  parcels: readonly { sentAt: number; deliveredAt: number | null; lines: readonly Pieces[] | null }[];
  /** Pieces that were refunded past any return. */
  refunded: readonly Pieces[];
  /** Pieces that were asked for, those refused left out. */
  asked: readonly Pieces[];
}

const dayMs = 86_400_000;

/**
 * Pieces of each line that may still be sent back: they were sent no longer ago than the days that are given, counted from their
 * arrival where somebody noted it, and neither refunded nor asked for before.
 * @param now ms UTC
 */
export function returnablePieces(facts: ReturnFacts, days: number, now: number): Pieces[] {
  const { bought, parcels } = facts;
  const within = parcels.filter(({ sentAt, deliveredAt }) => now <= (deliveredAt ?? sentAt) + days * dayMs);
  const gone = [...facts.refunded, ...facts.asked];
  return bought.flatMap(({ position, quantity, isVirtual }) => {
    if (isVirtual) return [];
    const isWhole = within.some(({ lines }) => lines === null);
    const sent = isWhole
      ? quantity
      : sumAt(
          within.flatMap(({ lines }) => lines ?? []),
          position,
        );
    const left = Math.min(sent, quantity - sumAt(gone, position));
    return left > 0 ? [{ position, quantity: left }] : [];
  });
}

function sumAt(pieces: readonly Pieces[], position: number): number {
  return pieces.reduce((sum, piece) => sum + (piece.position === position ? piece.quantity : 0), 0);
}
