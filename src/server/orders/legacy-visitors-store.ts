/** Accepts the unsigned cookies of existing visitors for a limited time, because earlier versions did not sign cookies. */
import type { Queryable } from '../db/database.ts';

/** How long the old cookie is still accepted after the exchange, ms: parallel requests of the same page still send it. */
const grace = 60_000;

/**
 * Returns whether an unsigned visitor cookie is accepted. It is accepted if the visitor had an order or checkout before cookies
 * were signed.
 * @param hash SHA-256 of the cookie's value, hex
 */
export async function isLegacyVisitor(db: Queryable, hash: string, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('known_visitors')
    .select('visitor_hash')
    .where('visitor_hash', '=', hash)
    .where('known_until', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Records that a visitor's unsigned cookie was exchanged for a signed one.
 * @returns true for only one of several parallel calls
 */
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
