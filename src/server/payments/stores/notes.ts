/** Stores reports from payment forms in the browser (API-051, API-058, API-061), for customer support. */
import { sql } from 'kysely';
import type { Queryable } from '../../db/database.ts';

/** Maximum number of stored notes. They are limited because any client can write them. */
const maxNotes = 50_000;

export async function insertPaymentNote(
  db: Queryable,
  note: { kind: string; orderNo: string; providerRef: string; message: string },
  now: number,
): Promise<void> {
  await db
    .insertInto('payment_notes')
    .values({
      kind: note.kind,
      order_no: note.orderNo,
      provider_ref: note.providerRef,
      message: note.message,
      at: now,
    })
    .execute();
}

/** Assigns a payment's notes to its order, if they were written before the order existed. */
export async function assignNotesToOrder(db: Queryable, providerRef: string, orderNo: string): Promise<void> {
  await db
    .updateTable('payment_notes')
    .set({ order_no: orderNo })
    .where('provider_ref', '=', providerRef)
    .where('order_no', '=', '')
    .execute();
}

/** Deletes notes older than `age` ms, and the oldest notes beyond the maximum number. */
export async function deleteOldPaymentNotes(db: Queryable, now: number, age: number): Promise<void> {
  const newest = await db
    .selectFrom('payment_notes')
    .select((select) => select.fn.max<number | null>('id').as('id'))
    .executeTakeFirstOrThrow();
  await db
    .deleteFrom('payment_notes')
    .where((row) => row.or([row('at', '<', now - age), row('id', '<=', Number(newest.id ?? 0) - maxNotes)]))
    .execute();
}

/** Returns the payment notes of an order, oldest first. */
export async function readPaymentNotes(
  db: Queryable,
  orderNo: string,
): Promise<{ kind: string; message: string; at: number }[]> {
  return db
    .selectFrom('payment_notes')
    .select(['kind', 'message', 'at'])
    .where('order_no', '=', orderNo)
    .orderBy('id')
    .execute();
}

/** Deletes payment notes whose message is this email address. Some of them were written before their order existed. */
export async function deletePaymentNotesByEmail(db: Queryable, email: string): Promise<void> {
  await db.deleteFrom('payment_notes').where(sql<string>`lower(message)`, '=', email.toLowerCase()).execute();
}

export async function deletePaymentNotes(db: Queryable, orderNos: readonly string[]): Promise<void> {
  if (orderNos.length > 0) await db.deleteFrom('payment_notes').where('order_no', 'in', orderNos).execute();
}
