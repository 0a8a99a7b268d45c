/** What the unpaid order of a checkout holds. */
import type { Queryable } from '../db/database.ts';
import type { TokenHash } from '../db/token-hash.ts';

export interface Held {
  /** Pieces by variant id. */
  stock: Map<number, number>;
  /** Ids of promotions whose use it holds. */
  promotions: Set<number>;
}

/** @param checkout the checkout whose order it is; nothing is held where there is no order */
export async function readHeldBy(from: Queryable, checkout: TokenHash): Promise<Held> {
  const [reservations, uses] = await Promise.all([
    from
      .selectFrom('reservations')
      .innerJoin('orders', 'orders.order_no', 'reservations.order_no')
      .select(['reservations.variant_id', 'reservations.quantity'])
      .where('orders.checkout_hash', '=', checkout)
      .where('reservations.state', '=', 'held')
      .execute(),
    from
      .selectFrom('promotion_uses')
      .innerJoin('orders', 'orders.order_no', 'promotion_uses.order_no')
      .select('promotion_uses.promotion_id')
      .where('orders.checkout_hash', '=', checkout)
      .where('promotion_uses.state', '=', 'held')
      .execute(),
  ]);
  return {
    stock: new Map(reservations.map((row) => [row.variant_id, row.quantity])),
    promotions: new Set(uses.map((row) => row.promotion_id)),
  };
}
