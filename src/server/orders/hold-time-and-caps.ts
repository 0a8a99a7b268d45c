/** Caps and duration of stock holds by unpaid orders. Pure. */

/** How long a placed order, and each payment attempt, holds stock and coupon (R90). */
export const HOLD_MS = 15 * 60_000;

/** Shorter hold for a visitor who has held stock before without paying. */
export const REPEATED_HOLD_MS = 5 * 60_000;

/** A hold counts as repeated if another one began within this time before it. */
export const REPEATED_HOLD_WINDOW_MS = 60 * 60_000;

/** Maximum number of unpaid orders that hold stock at the same time. */
const maxOrders = { visitor: 3, client: 20 };

/** The cap is a tenth of the stock, but never less than a household may want. */
const minCap = 3;
const shareOfStock = 10;

export interface HoldUsage {
  /** Number of other unpaid orders of the same visitor that hold stock. */
  ofVisitor: number;
  /** Number of other unpaid orders from the same client address that hold stock. */
  ofClient: number;
  variants: {
    variantId: number;
    requestedUnits: number;
    /** Units held by other orders from the same client address. */
    ofClient: number;
    /** Stock plus all held units. */
    stock: number;
  }[];
}

/** Returns whether an unpaid order may hold everything it wants; there are no partial holds. */
export function mayHold({ ofVisitor, ofClient, variants }: HoldUsage): boolean {
  return (
    ofVisitor < maxOrders.visitor &&
    ofClient < maxOrders.client &&
    variants.every((each) => each.requestedUnits + each.ofClient <= maxHeldUnits(each.stock))
  );
}

/** The parts of a releasable hold that count towards the caps. */
export interface CapRelevantHold {
  isOfVisitor: boolean;
  isOfClient: boolean;
  stock: ReadonlyMap<number, number>;
}

/**
 * Chooses which of the shopper's other holds to release so that an order may hold what it wants; no hold is released needlessly.
 * @param spare in the order of release
 * @returns null when even releasing all of them is not enough
 */
export function chooseHoldsToRelease<Spare extends CapRelevantHold>(
  holding: HoldUsage,
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

function without(holding: HoldUsage, released: readonly CapRelevantHold[]): HoldUsage {
  const ofClient = released.filter(({ isOfClient }) => isOfClient);
  return {
    ofVisitor: holding.ofVisitor - released.filter(({ isOfVisitor }) => isOfVisitor).length,
    ofClient: holding.ofClient - ofClient.length,
    variants: holding.variants.map((each) => ({
      ...each,
      ofClient: ofClient.reduce(
        (remaining, { stock }) => remaining - (stock.get(each.variantId) ?? 0),
        each.ofClient,
      ),
    })),
  };
}

/**
 * Returns the most units of a variant that one client address may hold.
 * @param stock stock plus all held units, so that the cap does not shrink as stock is held
 */
export function maxHeldUnits(stock: number): number {
  return Math.max(minCap, Math.floor(stock / shareOfStock));
}

/**
 * Returns how long a hold lasts, in ms.
 * @param since result of holdStart
 * @param hasOtherHold whether another unpaid order of the visitor held within REPEATED_HOLD_WINDOW_MS
 */
export function holdLength(now: number, since: number, hasOtherHold: boolean): number {
  return hasOtherHold || now - since > HOLD_MS ? REPEATED_HOLD_MS : HOLD_MS;
}

/**
 * Returns the start of an order's hold, ms UTC. An active hold keeps its start; after a break of less than REPEATED_HOLD_WINDOW_MS since
 * the first start, that start still counts.
 */
export function holdStart(
  now: number,
  before: { heldSince: number | null; heldUntil: number | null },
): number {
  const { heldSince, heldUntil } = before;
  if (heldSince === null) return now;
  return heldUntil !== null || now - heldSince < REPEATED_HOLD_WINDOW_MS ? heldSince : now;
}
