import type { Database, Queryable } from '../db/database.ts';

export interface BagEvent {
  clientId: string;
  /** Client-generated id of the event; '' if the client sent none, in which case every request counts. */
  eventId: string;
  /** Number of units in the bag after the items were added. */
  cartNum: number;
  /** Id of the visit to which the event belongs; '' if unknown. */
  sessionId: string;
  products: { productId: number; variantId: number; quantity: number }[];
}

/** Stores an add-to-cart event; a repeated `event_id` for the same variant is ignored. */
export async function storeBagEvent(db: Database, event: BagEvent, now: number): Promise<void> {
  if (event.products.length === 0) return;
  await db.write
    .insertInto('bag_events')
    .values(
      event.products.map(({ productId, variantId, quantity }) => ({
        client_id: event.clientId,
        event_id: event.eventId,
        product_id: productId,
        variant_id: variantId,
        quantity,
        cart_num: event.cartNum,
        session_id: event.sessionId,
        at: now,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Deletes at most `limit` add-to-cart events that occurred before `before` (ms UTC). @returns the number of deleted events */
export async function deleteOldBagEvents(db: Queryable, before: number, limit: number): Promise<number> {
  const old = db.selectFrom('bag_events').select('id').where('at', '<', before).orderBy('at').limit(limit);
  const { numDeletedRows } = await db
    .deleteFrom('bag_events')
    .where('id', 'in', old)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
