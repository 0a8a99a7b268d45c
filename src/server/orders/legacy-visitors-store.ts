/** Visitors from before cookies were signed: their unsigned cookies are still accepted for a while. */
import type { Queryable } from '../db/database.ts';

/** Grace period after the exchange, ms: parallel requests of the same page still send the old cookie. */
const grace = 60_000;

/** Returns whether an order or checkout from that time belongs to this visitor. @param hash SHA-256 of the cookie's value, hex */
export async function isLegacyVisitor(db: Queryable, hash: string, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('known_visitors')
    .select('visitor_hash')
    .where('visitor_hash', '=', hash)
    .where('known_until', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/** Exchanges an unsigned cookie for a signed one, once per visitor. @returns true for only one of several parallel calls */
export async function exchangeVisitorCookie(db: Queryable, hash: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('known_visitors')
    .set({ known_until: now + grace })
    .where('visitor_hash', '=', hash)
    .where('known_until', '>', now + grace)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteExpiredLegacyVisitors(db: Queryable, now: number): Promise<void> {
  await db.deleteFrom('known_visitors').where('known_until', '<=', now).execute();
}
