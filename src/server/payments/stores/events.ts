/** Provider events already seen; a replay changes nothing. */
import type { WebhookEvent } from '../../core/payment-provider.ts';
import type { Queryable, Transaction } from '../../db/database.ts';

/** @returns false when the event was seen before */
export async function rememberEvent(
  trx: Transaction,
  provider: string,
  event: WebhookEvent,
  now: number,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('payment_events')
    .values({
      provider,
      event_id: event.eventId,
      type: event.type,
      provider_ref: event.ref ?? '',
      received_at: now,
      handled_at: null,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export async function markHandled(
  db: Queryable,
  provider: string,
  eventId: string,
  now: number,
): Promise<void> {
  await db
    .updateTable('payment_events')
    .set({ handled_at: now })
    .where('provider', '=', provider)
    .where('event_id', '=', eventId)
    .execute();
}
