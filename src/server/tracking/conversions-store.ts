/** Stores conversions, one row for each service and event_id (R77). */
import { purchaseId } from '#lib/marketing/shop-event.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import type { ConversionService } from './pixel-settings.ts';

export interface NewConversion {
  service: ConversionService;
  eventId: string;
  name: string;
  /** The event to send; null if it is only stored and not sent, for example because the shop has no key for the service. */
  event: object | null;
}

/** Stores a conversion. @returns false if the event was already stored */
export async function addConversion(trx: Transaction, row: NewConversion, now: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('conversions')
    .values({
      service: row.service,
      event_id: row.eventId,
      event_name: row.name,
      state: row.event ? 'waiting' : 'kept',
      payload: JSON.stringify(row.event ?? {}),
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Returns an event that is waiting to be sent; null if it is unknown, or already sent or rejected. */
export async function readPendingConversion(
  db: Queryable,
  service: ConversionService,
  eventId: string,
): Promise<object | null> {
  const row = await db
    .selectFrom('conversions')
    .select('payload')
    .where('service', '=', service)
    .where('event_id', '=', eventId)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return row ? (JSON.parse(row.payload) as object) : null;
}

/** Marks a conversion as sent or rejected: deletes the event data and keeps the event id. */
export async function endConversion(
  db: Queryable,
  service: ConversionService,
  eventId: string,
  state: 'sent' | 'refused',
): Promise<void> {
  await db
    .updateTable('conversions')
    .set({ state, payload: '{}' })
    .where('service', '=', service)
    .where('event_id', '=', eventId)
    .execute();
}

/**
 * Drops the unsent conversions of a person whose data is being erased (R134).
 * @param orderNos orders whose Purchase events may not have been sent yet
 * @param email email hash, as it appears in events; null for none
 */
export async function dropConversions(
  trx: Transaction,
  { orderNos, email }: { orderNos: readonly string[]; email: string | null },
): Promise<void> {
  const of = orderNos.map(purchaseId);
  await trx
    .updateTable('conversions')
    .set({ state: 'refused', payload: '{}' })
    .where('state', '=', 'waiting')
    .where(({ eb, or }) =>
      or([
        ...(of.length > 0 ? [eb('event_id', 'in', of)] : []),
        ...(email ? [eb('payload', 'like', `%${email}%`)] : []),
      ]),
    )
    .execute();
}

/** Drops unsent conversions that were created before `before` (ms UTC), because no service accepts events that old. */
export async function expireConversions(db: Queryable, before: number): Promise<void> {
  await db
    .updateTable('conversions')
    .set({ state: 'refused', payload: '{}' })
    .where('state', '=', 'waiting')
    .where('created_at', '<', before)
    .execute();
}

/**
 * Deletes conversions that were created before `before` (ms UTC), about `limit` at a time.
 * @returns the number of deleted rows, at most `limit`
 */
export async function deleteOldConversions(db: Queryable, before: number, limit: number): Promise<number> {
  const old = db
    .selectFrom('conversions')
    .select('created_at')
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(limit);
  const rows = await old.execute();
  const last = rows.at(-1)?.created_at;
  if (last === undefined) return 0;
  const { numDeletedRows } = await db
    .deleteFrom('conversions')
    .where('created_at', '<=', last)
    .executeTakeFirstOrThrow();
  return Math.min(limit, Number(numDeletedRows));
}
