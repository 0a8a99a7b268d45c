/** Webhooks: checked and written down at once, worked off by a job. */
import { z } from 'zod';
import { enqueue } from '../jobs/enqueue.ts';
import { handle, type JobHandlers } from '../jobs/job.ts';
import type { Services } from '../services.ts';
import { advance } from './advance.ts';
import { markHandled, rememberEvent } from './events-store.ts';
import { ForgedWebhook, type PaymentProvider, type WebhookEvent } from './provider.ts';
import { findByRef, findByRequestId } from './store.ts';

const payload = z.object({
  provider: z.string(),
  eventId: z.string(),
  ref: z.string(),
  requestId: z.string(),
});

/**
 * Checks the signature, keeps the event and queues the work in one transaction. The same event again changes nothing.
 * @returns the HTTP status to answer: 204 taken or known, 400 not the provider's
 */
export async function receiveWebhook(
  services: Services,
  provider: PaymentProvider,
  headers: Record<string, string>,
  rawBody: Uint8Array,
): Promise<204 | 400> {
  let event: WebhookEvent;
  try {
    event = await provider.webhook(headers, rawBody);
  } catch (error) {
    if (!(error instanceof ForgedWebhook || error instanceof z.ZodError || error instanceof SyntaxError))
      throw error;
    services.log.warn({ provider: provider.name, reason: error.name }, 'webhook refused');
    return 400;
  }
  const now = services.now();
  await services.db.transaction(async (trx) => {
    const isNew = await rememberEvent(trx, provider.name, event, now);
    if (!isNew || (event.ref === null && event.requestId === '')) return;
    await enqueue(trx, {
      kind: 'payment-event',
      dedupeKey: `payment-event:${provider.name}:${event.eventId}`,
      payload: {
        provider: provider.name,
        eventId: event.eventId,
        ref: event.ref ?? '',
        requestId: event.requestId,
      },
      runAt: now,
    });
  });
  return 204;
}

export const webhookJobs: JobHandlers = {
  /** An event is only a hint to look: what counts is what the provider says when it is asked. */
  'payment-event': handle(payload, async ({ provider: name, eventId, ref, requestId }, { services }) => {
    const provider = services.payments.get(name);
    const db = services.db.read;
    const payment = (await findByRef(db, name, ref)) ?? (await findByRequestId(db, name, requestId));
    if (provider && payment) {
      const known = payment.providerRef === '' && ref !== '' ? { ...payment, providerRef: ref } : payment;
      await advance(services, provider, known, 'look');
    }
    await markHandled(services.db.write, name, eventId, services.now());
  }),
};
