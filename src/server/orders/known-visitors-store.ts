/** Visitors from before cookies were signed: their unsigned cookies are still accepted for a while, no others are. */
import type { Queryable } from '../db/database.ts';

/** How long a value is believed after its exchange: calls of the same page are under way with the cookie of before. */
const grace = 60_000;

/** Whether an order or checkout of that time has this visitor. @param hash SHA-256 of the cookie's value, hex */
export async function isKnownVisitor(db: Queryable, hash: string, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('known_visitors')
    .select('visitor_hash')
    .where('visitor_hash', '=', hash)
    .where('known_until', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Takes a visitor's one right to a signed cookie.
 * @returns whether it is this call that gives it: of several at once, one
 */
export async function exchangeKnownVisitor(db: Queryable, hash: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('known_visitors')
    .set({ known_until: now + grace })
    .where('visitor_hash', '=', hash)
    .where('known_until', '>', now + grace)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function forgetKnownVisitors(db: Queryable, now: number): Promise<void> {
  await db.deleteFrom('known_visitors').where('known_until', '<=', now).execute();
}
