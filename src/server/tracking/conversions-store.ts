/** Conversions as rows: each once a service and event_id (R77). */
import { purchaseId } from '#lib/marketing/shop-event.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import type { ConversionService } from './pixel-settings.ts';

export interface NewConversion {
  service: ConversionService;
  eventId: string;
  name: string;
  /** What the service is sent; null where it has no key: the event is only kept. */
  event: object | null;
}

/** @returns false when this event was stored before */
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

/** The event that still waits to be sent, null when it does not. */
export async function readWaiting(
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

/** It is over; what was told of its shopper is forgotten, its id stays. */
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
 * Tells nobody any more of somebody who is erased (R134).
 * @param orderNos whose purchases wait to be told
 * @param email as services match it; null for none
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

/** Empties those that wait since before `before` (ms UTC): no service takes an event as old. */
export async function giveUpConversions(db: Queryable, before: number): Promise<void> {
  await db
    .updateTable('conversions')
    .set({ state: 'refused', payload: '{}' })
    .where('state', '=', 'waiting')
    .where('created_at', '<', before)
    .execute();
}

/** Deletes at most so many that came before `before` (ms UTC). @returns how many */
export async function forgetConversions(db: Queryable, before: number, most: number): Promise<number> {
  const old = db
    .selectFrom('conversions')
    .select('created_at')
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(most);
  const rows = await old.execute();
  const last = rows.at(-1)?.created_at;
  if (last === undefined) return 0;
  const { numDeletedRows } = await db
    .deleteFrom('conversions')
    .where('created_at', '<=', last)
    .executeTakeFirstOrThrow();
  return Math.min(most, Number(numDeletedRows));
}
