/** How much of the stock unpaid orders may hold, and for how long. Pure. */

/** How long a placed order and every attempt to pay it hold stock and coupon (R90). */
export const HOLD_MS = 15 * 60_000;

/** How long they hold when the visitor has held before and not paid. */
export const REPEATED_HOLD_MS = 5 * 60_000;

/** A hold that began within this time before another makes that one a repeated hold. */
export const REMEMBERED_MS = 60 * 60_000;

/** Unpaid orders that hold at the same time. */
const maxOrders = { visitor: 3, client: 20 };

/** A share of the stock, but never less than a household may want. */
const fewPieces = 3;
const shareOfStock = 10;

/** What an order would hold, and what is held without it. */
export interface Holding {
  /** Other unpaid orders of the same visitor that hold. */
  ofVisitor: number;
  /** Other unpaid orders from the same client's address that hold. */
  ofClient: number;
  variants: {
    variantId: number;
    wanted: number;
    /** Pieces that other orders from the same client's address hold. */
    ofClient: number;
    /** The stock without any holds. */
    stock: number;
  }[];
}

/** Whether an order may hold what it wants before it is paid: all of it or nothing. */
export function mayHold({ ofVisitor, ofClient, variants }: Holding): boolean {
  return (
    ofVisitor < maxOrders.visitor &&
    ofClient < maxOrders.client &&
    variants.every((each) => each.wanted + each.ofClient <= maxUnits(each.stock))
  );
}

/** A hold that could be released, as far as it counts. */
export interface CountedHold {
  isOfVisitor: boolean;
  isOfClient: boolean;
  /** Units by variant id. */
  stock: ReadonlyMap<number, number>;
}

/**
 * Chooses which of the shopper's other holds to release so that an order may hold what it wants: none that does not help.
 * @param spare the first to go first
 * @returns null when not even all of them make room
 */
export function chooseToRelease<Spare extends CountedHold>(
  holding: Holding,
  spare: readonly Spare[],
): Spare[] | null {
  const makesRoom = (released: readonly Spare[]) => mayHold(without(holding, released));
  const enough = [...spare.keys(), spare.length].find((count) => makesRoom(spare.slice(0, count)));
  if (enough === undefined) return null;
  let chosen = spare.slice(0, enough);
  for (const hold of chosen) {
    const others = chosen.filter((other) => other !== hold);
    if (makesRoom(others)) chosen = others;
  }
  return chosen;
}

/** What is held without these. */
function without(holding: Holding, released: readonly CountedHold[]): Holding {
  const ofClient = released.filter(({ isOfClient }) => isOfClient);
  return {
    ofVisitor: holding.ofVisitor - released.filter(({ isOfVisitor }) => isOfVisitor).length,
    ofClient: holding.ofClient - ofClient.length,
    variants: holding.variants.map((each) => ({
      ...each,
      ofClient: ofClient.reduce((left, { stock }) => left - (stock.get(each.variantId) ?? 0), each.ofClient),
    })),
  };
}

/** @param stock the stock without any holds, so that the cap does not shrink while it is used */
export function maxUnits(stock: number): number {
  return Math.max(fewPieces, Math.floor(stock / shareOfStock));
}

/**
 * @param since by holdStart
 * @param hasHeldOther whether another order of the visitor held within the remembered time and was not paid
 * @returns milliseconds
 */
export function holdLength(now: number, since: number, hasHeldOther: boolean): number {
  return hasHeldOther || now - since > HOLD_MS ? REPEATED_HOLD_MS : HOLD_MS;
}

/**
 * Since when an order that holds from now on has held: a hold that runs goes on; after a break the first one counts
 * within the remembered time.
 */
export function holdStart(
  now: number,
  before: { heldSince: number | null; heldUntil: number | null },
): number {
  const { heldSince, heldUntil } = before;
  if (heldSince === null) return now;
  return heldUntil !== null || now - heldSince < REMEMBERED_MS ? heldSince : now;
}
