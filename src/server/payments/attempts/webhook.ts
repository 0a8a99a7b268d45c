/** Webhooks: checked and written down at once, worked off by a job. */
import { z } from 'zod';
import {
  ForgedWebhook,
  type PaymentProvider,
  ProviderError,
  type WebhookEvent,
} from '../../core/payment-provider.ts';
import type { Services } from '../../core/services.ts';
import { enqueue } from '../../queue/enqueue.ts';
import { handle, type JobHandlers } from '../../queue/job.ts';
import { markHandled, rememberEvent } from '../stores/events.ts';
import { findByRef, findByRequestId } from '../stores/payments.ts';
import { advance } from './advance.ts';

const payload = z.object({
  provider: z.string(),
  eventId: z.string(),
  ref: z.string(),
  requestId: z.string(),
  taken: z.object({ captureRef: z.string(), amount: z.string() }).optional(),
});
type Payload = z.output<typeof payload>;

/**
 * Checks the signature, stores the event and queues the work in one transaction. The same event again changes nothing.
 * @returns the HTTP status to answer: 204 taken or known, 400 not the provider's, 503 cannot be checked now: to be sent again
 */
export async function receiveWebhook(
  services: Services,
  provider: PaymentProvider,
  { headers, rawBody, sender }: { headers: Record<string, string>; rawBody: Uint8Array; sender: string },
): Promise<204 | 400 | 503> {
  let event: WebhookEvent;
  try {
    event = await provider.webhook(headers, rawBody, sender);
  } catch (error) {
    if (error instanceof ProviderError) {
      services.log.warn({ err: error, provider: provider.name }, 'webhook could not be checked');
      return 503;
    }
    if (!(error instanceof ForgedWebhook || error instanceof z.ZodError || error instanceof SyntaxError))
      throw error;
    services.log.warn({ provider: provider.name, reason: error.name }, 'webhook refused');
    return 400;
  }
  const now = services.now();
  await services.db.transaction(async (trx) => {
    const isNew = await rememberEvent(trx, provider.name, event, now);
    if (!isNew || (event.ref === null && event.requestId === '' && !event.taken)) return;
    await enqueue(trx, {
      kind: 'payment-event',
      dedupeKey: `payment-event:${provider.name}:${event.eventId}`,
      payload: {
        provider: provider.name,
        eventId: event.eventId,
        ref: event.ref ?? '',
        requestId: event.requestId,
        ...(event.taken && { taken: event.taken }),
      },
      runAt: now,
    });
  });
  return 204;
}

export const webhookJobs: JobHandlers = {
  /** An event is only a hint to look: what counts is what the provider says when it is asked. */
  'payment-event': handle(payload, async (event, { services }) => {
    const { provider: name, eventId, ref, requestId } = event;
    const provider = services.payments.get(name);
    const db = services.db.read;
    const payment = (await findByRef(db, name, ref)) ?? (await findByRequestId(db, name, requestId));
    if (provider && payment) await advance(services, provider, payment, 'look', ref);
    else if (!payment) warnOfUnknown(services, event);
    await markHandled(services.db.write, name, eventId, services.now());
  }),
};

/** Money that no attempt of the shop asked for, e.g. after an older backup was restored: only the merchant can tell whose it is. */
function warnOfUnknown(services: Services, { provider, eventId, ref, requestId, taken }: Payload): void {
  if (!taken) return;
  services.log.warn(
    { provider, providerRef: ref, requestId, captureRef: taken.captureRef, amount: taken.amount, eventId },
    'the provider took money for a payment that the shop does not know: please look for it there',
  );
}
