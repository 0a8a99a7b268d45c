/** What payment forms in the browser report (API-051, API-058, API-061), for support. */
import type { Kysely } from 'kysely';
import type { Tables } from '../db/tables.ts';

export async function writeNote(
  db: Kysely<Tables>,
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
