/** Duration and caps of the stock that unpaid orders hold. Pure. */

/** How long stock and coupon are held after an order is placed, and after each payment attempt (R90), ms. */
export const HOLD_MS = 15 * 60_000;

/** Shorter hold for a visitor who has recently held stock without paying, ms. */
export const REPEATED_HOLD_MS = 5 * 60_000;

/** Time window, ms: a hold counts as repeated if the visitor's previous hold began within it. */
export const REPEATED_HOLD_WINDOW_MS = 60 * 60_000;

/** Maximum number of unpaid orders that hold stock at the same time, per visitor and per client IP address. */
const maxOrders = { visitor: 3, client: 20 };

/** Cap on the units of a variant held from one IP address: a tenth of the stock, but at least as many as a household may want. */
const minCap = 3;
const shareOfStock = 10;

export interface HoldUsage {
  /** Number of other unpaid orders by the same visitor that hold stock. */
  ofVisitor: number;
  /** Number of other unpaid orders from the same client IP address that hold stock. */
  ofClient: number;
  variants: {
    variantId: number;
    requestedUnits: number;
    /** Units held by other orders from the same client IP address. */
    ofClient: number;
    /** Stock including all held units. */
    stock: number;
  }[];
}

/** Returns whether an unpaid order may hold all units that it needs. There are no partial holds. */
export function mayHold({ ofVisitor, ofClient, variants }: HoldUsage): boolean {
  return (
    ofVisitor < maxOrders.visitor &&
    ofClient < maxOrders.client &&
    variants.every((each) => each.requestedUnits + each.ofClient <= maxHeldUnits(each.stock))
  );
}

/** Fields of a releasable hold that count towards the caps. */
export interface CapRelevantHold {
  isOfVisitor: boolean;
  isOfClient: boolean;
  stock: ReadonlyMap<number, number>;
}

/**
 * Chooses which holds of the shopper's other orders to release so that an order may hold its units. No hold is released
 * unnecessarily.
 * @param spare the other orders' holds, in the order in which they may be released
 * @returns null if releasing all of them is not enough
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
 * Returns the maximum number of units of a variant that one client IP address may hold.
 * @param stock stock including all held units, so that holding units does not lower the cap
 */
export function maxHeldUnits(stock: number): number {
  return Math.max(minCap, Math.floor(stock / shareOfStock));
}

/**
 * Returns the duration of a hold, ms.
 * @param since result of holdStart
 * @param hasOtherHold whether another unpaid order of the visitor held stock within REPEATED_HOLD_WINDOW_MS
 */
export function holdLength(now: number, since: number, hasOtherHold: boolean): number {
  return hasOtherHold || now - since > HOLD_MS ? REPEATED_HOLD_MS : HOLD_MS;
}

/**
 * Returns when an order's hold started, ms UTC. Renewing an active hold does not change its start, and neither does an
 * interruption that ends within REPEATED_HOLD_WINDOW_MS of the first start.
 */
export function holdStart(
  now: number,
  before: { heldSince: number | null; heldUntil: number | null },
): number {
  const { heldSince, heldUntil } = before;
  if (heldSince === null) return now;
  return heldUntil !== null || now - heldSince < REPEATED_HOLD_WINDOW_MS ? heldSince : now;
}
