/** Stores the email addresses that shoppers enter to receive a reminder of their checkout (API-084, R44, R122). */
import { sql } from 'kysely';
import type { Queryable, Transaction } from '../db/database.ts';

export interface Contact {
  /** Hash of the browser's `visitor` cookie. */
  visitor: string;
  email: string;
  lang: string;
}

/**
 * Stores the browser's latest email address and allows another reminder; the reminder's `dedupeKey` limits reminders to one per
 * checkout.
 */
export async function writeContact(db: Queryable, contact: Contact, now: number): Promise<void> {
  const { visitor: distinct_id, email, lang } = contact;
  await db
    .insertInto('contact_emails')
    .values({ distinct_id, email, lang, created_at: now, mailed_at: null })
    .onConflict((conflict) =>
      conflict.column('distinct_id').doUpdateSet({ email, lang, created_at: now, mailed_at: null }),
    )
    .execute();
}

export async function removeContact(db: Queryable, visitor: string): Promise<void> {
  await db.deleteFrom('contact_emails').where('distinct_id', '=', visitor).execute();
}

/** Returns contacts that have received no reminder, stored at or after `from` and before `until` (ms UTC). */
export async function readWaitingContacts(
  db: Queryable,
  { from, until, limit }: { from: number; until: number; limit: number },
): Promise<Contact[]> {
  return db
    .selectFrom('contact_emails')
    .select(['distinct_id as visitor', 'email', 'lang'])
    .where('mailed_at', 'is', null)
    .where('created_at', '>=', from)
    .where('created_at', '<', until)
    .orderBy('created_at')
    .limit(limit)
    .execute();
}

/** Claims the sending of a contact's reminder, so that it is sent only once. @returns false if another run has claimed it */
export async function claimReminder(trx: Transaction, visitor: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('contact_emails')
    .set({ mailed_at: now })
    .where('distinct_id', '=', visitor)
    .where('mailed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Returns whether the browser's stored contact is still this email address. */
export async function hasContact(db: Queryable, visitor: string, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('contact_emails')
    .select('email')
    .where('distinct_id', '=', visitor)
    .executeTakeFirst();
  return row?.email === email;
}

/** Returns the times at which an email address was entered for a reminder, ms UTC, oldest first. */
export async function readContactTimes(db: Queryable, email: string): Promise<number[]> {
  const rows = await db
    .selectFrom('contact_emails')
    .select('created_at')
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .orderBy('created_at')
    .execute();
  return rows.map(({ created_at }) => created_at);
}

export async function deleteContact(trx: Transaction, email: string): Promise<void> {
  await trx.deleteFrom('contact_emails').where(sql<string>`lower(email)`, '=', email.toLowerCase()).execute();
}

export async function deleteOldContacts(db: Queryable, before: number): Promise<void> {
  await db.deleteFrom('contact_emails').where('created_at', '<', before).execute();
}
