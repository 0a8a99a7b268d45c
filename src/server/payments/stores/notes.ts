/** What payment forms in the browser report (API-051, API-058, API-061), for support. */
import { sql } from 'kysely';
import type { Queryable } from '../../db/database.ts';

/** Limit on stored notes; any client can write them. */
const maxNotes = 50_000;

export async function writeNote(
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

/** Notes of a payment that began before its order belong to that order from now on. */
export async function nameOrderInNotes(db: Queryable, providerRef: string, orderNo: string): Promise<void> {
  await db
    .updateTable('payment_notes')
    .set({ order_no: orderNo })
    .where('provider_ref', '=', providerRef)
    .where('order_no', '=', '')
    .execute();
}

/** Forgets notes after `age` ms, and the oldest beyond the limit. */
export async function forgetOldNotes(db: Queryable, now: number, age: number): Promise<void> {
  const newest = await db
    .selectFrom('payment_notes')
    .select((select) => select.fn.max<number | null>('id').as('id'))
    .executeTakeFirstOrThrow();
  await db
    .deleteFrom('payment_notes')
    .where((row) => row.or([row('at', '<', now - age), row('id', '<=', Number(newest.id ?? 0) - maxNotes)]))
    .execute();
}

/** What was noted about an order, the first note first. */
export async function readNotesOf(
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

/** Deletes notes that are an email address: some are written before there is an order. */
export async function forgetNotesWith(db: Queryable, email: string): Promise<void> {
  await db.deleteFrom('payment_notes').where(sql<string>`lower(message)`, '=', email.toLowerCase()).execute();
}

/** Deletes what was noted about these orders. */
export async function forgetNotesOf(db: Queryable, orderNos: readonly string[]): Promise<void> {
  if (orderNos.length > 0) await db.deleteFrom('payment_notes').where('order_no', 'in', orderNos).execute();
}
