/** Receives webhooks from payment providers: verifies and stores them at once, and processes them in a job. */
import { z } from 'zod';
import { clientRateLimitKey } from '../../core/client-address.ts';
import type { Handlers } from '../../core/handler.ts';
import {
  InvalidSignatureError,
  type PaymentProvider,
  ProviderError,
  type WebhookEvent,
} from '../../core/payment-provider.ts';
import { consumeRateLimit } from '../../core/rate-limit.ts';
import type { Services } from '../../core/services.ts';
import type { Queryable, Transaction } from '../../db/database.ts';
import { enqueue } from '../../queue/enqueue.ts';
import { defineJobHandler, type JobHandlers } from '../../queue/job.ts';
import { advancePayment } from '../attempts/advance.ts';
import { signatureHeaders } from '../providers.ts';
import { findPaymentByRef, findPaymentByRequestId } from '../stores/payments.ts';

const maxBytes = 256 * 1024;
/**
 * 50 requests per second per client IP address: enough for a provider that resends a whole day's events, but too few to overload the shop.
 */
const limit = { name: 'webhook', hits: 3000, windowMs: 60_000 };

export const webhookHandlers: Handlers = {
  'POST /api/v1/webhooks/:provider': async ({ params }, context) => {
    const provider = context.services.payments.get(params.provider);
    if (!provider) return new Response(null, { status: 404 });
    const { services, caller, now } = context;
    const sender = clientRateLimitKey(caller.ip);
    if (!(await consumeRateLimit(services.db, limit, sender, now))) {
      return new Response(null, { status: 429, headers: { 'retry-after': '60' } });
    }
    const headers = Object.fromEntries(signatureHeaders.map((name) => [name, caller.header(name) ?? '']));
    const rawBody = await context.rawBody(maxBytes);
    const status = await receiveWebhook(services, provider, { headers, rawBody, sender });
    const { acknowledges } = provider;
    if (status === 204 && acknowledges)
      return new Response(acknowledges.body, { status: acknowledges.status });
    return new Response(null, { status });
  },
};

const payload = z.object({
  provider: z.string(),
  eventId: z.string(),
  ref: z.string(),
  requestId: z.string(),
  taken: z.object({ captureRef: z.string(), amount: z.string() }).optional(),
});
type Payload = z.output<typeof payload>;

/**
 * Verifies a webhook's signature, then stores the event and queues its job in one transaction. A repeated event changes nothing.
 * @returns HTTP status: 204 if accepted or already stored, 400 if invalid, 503 if it cannot be verified now and the provider must resend it
 */
async function receiveWebhook(
  services: Services,
  provider: PaymentProvider,
  { headers, rawBody, sender }: { headers: Record<string, string>; rawBody: Uint8Array; sender: string },
): Promise<204 | 400 | 503> {
  let event: WebhookEvent;
  try {
    event = await provider.webhook(headers, rawBody, sender);
  } catch (error) {
    if (error instanceof ProviderError) {
      services.log.warn({ err: error, provider: provider.name }, 'webhook check failed');
      return 503;
    }
    if (
      !(error instanceof InvalidSignatureError || error instanceof z.ZodError || error instanceof SyntaxError)
    )
      throw error;
    services.log.warn({ provider: provider.name, reason: error.name }, 'webhook rejected');
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
  /** Handles a stored webhook event by requesting the payment's status from the provider, because the webhook's content is not trusted. */
  'payment-event': defineJobHandler(payload, async (event, { services }) => {
    const { provider: name, eventId, ref, requestId } = event;
    const provider = services.payments.get(name);
    const db = services.db.read;
    const payment =
      (await findPaymentByRef(db, name, ref)) ?? (await findPaymentByRequestId(db, name, requestId));
    if (provider && payment) await advancePayment(services, provider, payment, 'inspect', ref);
    else if (!payment) warnOfUnknown(services, event);
    await markHandled(services.db.write, name, eventId, services.now());
  }),
};

/**
 * Logs a capture that matches no payment attempt in the database, e.g. after an older backup was restored: only the merchant can find the
 * order that was paid.
 */
function warnOfUnknown(
  services: Services,
  { provider, eventId, ref, requestId, taken: capture }: Payload,
): void {
  if (!capture) return;
  services.log.warn(
    {
      provider,
      providerRef: ref,
      requestId,
      captureRef: capture.captureRef,
      amount: capture.amount,
      eventId,
    },
    'unknown payment captured',
  );
}

/** Stores a webhook event once. @returns false if the event was already stored */
async function rememberEvent(
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

async function markHandled(db: Queryable, provider: string, eventId: string, now: number): Promise<void> {
  await db
    .updateTable('payment_events')
    .set({ handled_at: now })
    .where('provider', '=', provider)
    .where('event_id', '=', eventId)
    .execute();
}
