/** Who gets the newsletter. An address is stored once, in small letters (R123). */
import type { Queryable, Transaction } from '../db/database.ts';

/** `sourceType` of an address given with an account (R44 has the others). */
export const ofAccount = 0;

export interface Subscriber {
  email: string;
  /** Where the address was given (R44). */
  sourceType: number;
  utmTerm: string;
}

/**
 * Puts an address on the list, or back on it. Source and term stay those of the first time.
 * @returns whether it is new on the list, for the first time ever
 */
export async function subscribe(
  trx: Transaction,
  { email, sourceType, utmTerm }: Subscriber,
  now: number,
): Promise<boolean> {
  const address = email.toLowerCase();
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('subscribers')
    .values({
      email: address,
      is_subscribed: 1,
      source_type: sourceType,
      utm_term: utmTerm,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 1n) return true;
  await setSubscribed(trx, address, 1, now);
  return false;
}

/** @returns 1 subscribed, 0 not; null for an address that never was on the list */
export async function readSubscribed(db: Queryable, email: string): Promise<0 | 1 | null> {
  const row = await db
    .selectFrom('subscribers')
    .select('is_subscribed')
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst();
  return row?.is_subscribed ?? null;
}

/** @returns whether the address is on the list at all */
export async function setSubscribed(
  db: Queryable,
  email: string,
  isSubscribed: 0 | 1,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('subscribers')
    .set({ is_subscribed: isSubscribed, updated_at: now })
    .where('email', '=', email.toLowerCase())
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** A person goes on under another address: what was chosen for the old one holds, unless the new one has a choice of its own. */
export async function moveSubscriber(trx: Transaction, from: string, to: string, now: number): Promise<void> {
  const isKnown = (await readSubscribed(trx, to)) !== null;
  if (isKnown || from.toLowerCase() === to.toLowerCase()) {
    if (from.toLowerCase() !== to.toLowerCase()) await forgetSubscriber(trx, from);
    return;
  }
  await trx
    .updateTable('subscribers')
    .set({ email: to.toLowerCase(), updated_at: now })
    .where('email', '=', from.toLowerCase())
    .execute();
}

/** Deletes an address from the list. @param sourceType only if it was given there */
export async function forgetSubscriber(trx: Transaction, email: string, sourceType?: number): Promise<void> {
  let row = trx.deleteFrom('subscribers').where('email', '=', email.toLowerCase());
  if (sourceType !== undefined) row = row.where('source_type', '=', sourceType);
  await row.execute();
}
