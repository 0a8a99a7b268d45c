/**
 * Queries for the daily statistics. Each query reads the rows of a time span in ms UTC, excluding its end. PostgreSQL returns sums
 * as text.
 */
import type { Queryable } from '../db/database.ts';

/** Returns the time span from the first to the last page view, so that empty hours are not queried. */
export async function readViewTimeSpan(db: Queryable, from: number, to: number) {
  const row = await db
    .selectFrom('page_views')
    .select(({ fn }) => [fn.min('at').as('first'), fn.max('at').as('last')])
    .where('at', '>=', from)
    .where('at', '<', to)
    .executeTakeFirstOrThrow();
  return { from: Number(row.first ?? to), to: row.last === null ? to : Number(row.last) + 1 };
}

export async function readViews(db: Queryable, from: number, to: number) {
  const rows = await db
    .selectFrom('page_views')
    .select(['session_id', 'page_type', 'handle', 'is_bot'])
    .select(({ fn }) => fn.countAll().as('views'))
    .where('at', '>=', from)
    .where('at', '<', to)
    .groupBy(['session_id', 'page_type', 'handle', 'is_bot'])
    .execute();
  return rows.map((row) => ({
    sessionId: row.session_id,
    pageType: row.page_type,
    handle: row.handle,
    isBot: row.is_bot === 1,
    views: Number(row.views),
  }));
}

export async function readBagAdditions(db: Queryable, from: number, to: number) {
  const rows = await db
    .selectFrom('bag_events')
    .select(['session_id', 'product_id'])
    .select(({ fn }) => fn.sum('quantity').as('pieces'))
    .where('at', '>=', from)
    .where('at', '<', to)
    .where('session_id', '<>', '')
    .groupBy(['session_id', 'product_id'])
    .execute();
  return rows.map((row) => ({
    sessionId: row.session_id,
    productId: row.product_id,
    pieces: Number(row.pieces),
  }));
}

/** Returns the number of page loads by load duration, shortest first. */
export async function readLoads(db: Queryable, from: number, to: number) {
  const rows = await db
    .selectFrom('page_loads')
    .select('duration')
    .select(({ fn }) => fn.countAll().as('loads'))
    .where('at', '>=', from)
    .where('at', '<', to)
    .where('is_bot', '=', 0)
    .groupBy('duration')
    .orderBy('duration')
    .execute();
  return rows.map(({ duration, loads }) => ({ duration, loads: Number(loads) }));
}

/** Returns the sources of the given visits, by session id. */
export async function readSources(
  db: Queryable,
  sessionIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('visits')
    .select(['session_id', 'source'])
    .where('session_id', 'in', sessionIds)
    .execute();
  return new Map(rows.map(({ session_id, source }) => [session_id, source]));
}

export async function readProductsByHandle(db: Queryable, handles: readonly string[]) {
  return db.selectFrom('products').select(['id', 'handle']).where('handle', 'in', handles).execute();
}

/** Returns those of the given product ids that exist. */
export async function filterExistingProductIds(db: Queryable, ids: readonly number[]): Promise<number[]> {
  const rows = await db.selectFrom('products').select('id').where('id', 'in', ids).execute();
  return rows.map(({ id }) => id);
}

/** Returns the number of units sold by product, in orders that were paid in the time span; gifts are not counted. */
export async function readUnitsSold(db: Queryable, from: number, to: number) {
  const rows = await db
    .selectFrom('orders')
    .innerJoin('order_lines', 'order_lines.order_no', 'orders.order_no')
    .select('order_lines.product_id')
    .select(({ fn }) => fn.sum('order_lines.quantity').as('pieces'))
    .where('orders.paid_at', '>=', from)
    .where('orders.paid_at', '<', to)
    .where('order_lines.is_gift', '=', 0)
    .groupBy('order_lines.product_id')
    .execute();
  return rows.map(({ product_id, pieces: units }) => ({ productId: product_id, pieces: Number(units) }));
}

/**
 * Returns by currency the number and total of orders paid in the time span, and the total of refunds made in it, no matter when the
 * order was paid.
 */
export async function readRevenue(db: Queryable, from: number, to: number) {
  const paid = await db
    .selectFrom('orders')
    .select('currency')
    .select(({ fn }) => [fn.countAll().as('orders'), fn.sum('total_price').as('amount')])
    .where('paid_at', '>=', from)
    .where('paid_at', '<', to)
    .groupBy('currency')
    .execute();
  const sentBack = await db
    .selectFrom('refunds')
    .select('currency')
    .select(({ fn }) => fn.sum('amount').as('refunded'))
    .where('state', '=', 'sent')
    .where('updated_at', '>=', from)
    .where('updated_at', '<', to)
    .groupBy('currency')
    .execute();
  const money = new Map(
    paid.map(({ currency, orders, amount }) => [
      currency,
      { currency, orders: Number(orders), amount: Number(amount), refunded: 0 },
    ]),
  );
  for (const { currency, refunded } of sentBack) {
    const existing = money.get(currency) ?? { currency, orders: 0, amount: 0, refunded: 0 };
    money.set(currency, { ...existing, refunded: Number(refunded) });
  }
  return [...money.values()];
}
