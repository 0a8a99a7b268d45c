/** Stores the first occurrence of each event that triggers a popup, by browser id (R06). */
import type { Queryable, Transaction } from '../db/database.ts';

export interface PopupEventRow {
  popupId: number;
  event: string;
  /** Time of the event, ms UTC. */
  at: number;
}

/** Stores events. For a repeated event, the earliest time is kept. */
export async function storePopupEvents(
  trx: Transaction,
  client: string,
  events: readonly PopupEventRow[],
  now: number,
): Promise<void> {
  for (const { popupId, event, at } of events) {
    await trx
      .insertInto('popup_events')
      .values({ client_id: client, popup_id: popupId, event, begin_time: at, told_at: now })
      .onConflict((conflict) =>
        conflict
          .columns(['client_id', 'popup_id', 'event'])
          .doUpdateSet({ begin_time: at, told_at: now })
          .where('popup_events.begin_time', '>', at),
      )
      .execute();
  }
}

export async function readPopupEvents(db: Queryable, client: string): Promise<PopupEventRow[]> {
  return db
    .selectFrom('popup_events')
    .select(['popup_id as popupId', 'event', 'begin_time as at'])
    .where('client_id', '=', client)
    .orderBy('popup_id')
    .orderBy('event')
    .execute();
}

/** Deletes the events that were last reported before a given time. @param before ms UTC */
export async function deleteOldPopupEvents(db: Queryable, before: number): Promise<void> {
  await db.deleteFrom('popup_events').where('told_at', '<', before).execute();
}
