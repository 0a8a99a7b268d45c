/** Stores newsletter subscribers. Each address is stored once, in lower case (R123). */
import type { Queryable, Transaction } from '../db/database.ts';

/** Value of `sourceType` for the address of a customer account; R44 lists the other values. */
export const accountSourceType = 0;

export interface Subscriber {
  email: string;
  /** Type of the form in which the address was entered (R44). */
  sourceType: number;
  utmTerm: string;
}

/**
 * Subscribes an address to the newsletter. The source and UTM term of its first subscription are kept.
 * @returns whether this is the first subscription of the address
 */
export async function addSubscriber(
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
  await setSubscriptionStatus(trx, address, 1, now);
  return false;
}

/** Returns the subscription status of an address: 1 subscribed, 0 unsubscribed, null if the address was never on the list. */
export async function readSubscriptionStatus(db: Queryable, email: string): Promise<0 | 1 | null> {
  const row = await db
    .selectFrom('subscribers')
    .select('is_subscribed')
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst();
  return row?.is_subscribed ?? null;
}

/** Changes the subscription status of an address. @returns whether the address is on the list */
export async function setSubscriptionStatus(
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

/**
 * Moves a subscription to a customer's new address. If the new address already has a status, the old subscription is only
 * deleted.
 */
export async function moveSubscriber(trx: Transaction, from: string, to: string, now: number): Promise<void> {
  const hasStatus = (await readSubscriptionStatus(trx, to)) !== null;
  if (hasStatus || from.toLowerCase() === to.toLowerCase()) {
    if (from.toLowerCase() !== to.toLowerCase()) await deleteSubscriber(trx, from);
    return;
  }
  await trx
    .updateTable('subscribers')
    .set({ email: to.toLowerCase(), updated_at: now })
    .where('email', '=', from.toLowerCase())
    .execute();
}

/** Deletes an address from the subscriber list. @param sourceType if set, the address is deleted only if it has this source */
export async function deleteSubscriber(trx: Transaction, email: string, sourceType?: number): Promise<void> {
  let row = trx.deleteFrom('subscribers').where('email', '=', email.toLowerCase());
  if (sourceType !== undefined) row = row.where('source_type', '=', sourceType);
  await row.execute();
}
