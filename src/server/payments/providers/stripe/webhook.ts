/** Parses Stripe's webhooks. Stripe's package verifies the signature over the raw body; the content only triggers a status request. */
import { z } from 'zod';
import {
  InvalidSignatureError,
  type PaymentProvider,
  type WebhookEvent,
} from '../../../core/payment-provider.ts';
import type { StripeClient } from './client.ts';
import type { StripeEnvironment } from './environment.ts';

const toleranceSeconds = 300;

/** Stripe's event. Events about a PaymentIntent contain its id in `id`; events about charges, refunds and disputes, in `payment_intent`. */
const eventBody = z.object({
  id: z.string().min(1).max(128),
  type: z.string().max(128),
  data: z.object({
    object: z.object({
      object: z.string(),
      id: z.string().nullish(),
      payment_intent: z.string().nullish().catch(null),
      metadata: z.record(z.string(), z.string()).nullish().catch(null),
      amount_received: z.number().int().nullish(),
      currency: z.string().nullish(),
      latest_charge: z.string().nullish().catch(null),
    }),
  }),
});

export function stripeWebhook(
  { webhookSecret }: StripeEnvironment,
  client: StripeClient,
  now: () => number,
): PaymentProvider['webhook'] {
  return async (headers, rawBody) => {
    const { webhooks } = await client.stripe();
    let event: unknown;
    try {
      const signature = headers['stripe-signature'] ?? '';
      const body = Buffer.from(rawBody);
      event = webhooks.constructEvent(body, signature, webhookSecret, toleranceSeconds, undefined, now());
    } catch (error) {
      // Stripe's package rejected the event. The error message may contain the body, so only the error's name is used.
      throw new InvalidSignatureError(`Stripe's library rejected the webhook: ${(error as Error).name}.`);
    }
    return readEvent(eventBody.parse(event));
  };
}

function readEvent({ id, type, data: { object } }: z.output<typeof eventBody>): WebhookEvent {
  const isIntent = object.object === 'payment_intent';
  const capture = {
    captureRef: object.latest_charge ?? '',
    amount: `${object.amount_received ?? '?'} ${object.currency ?? ''} (Stripe’s minor units)`,
  };
  return {
    eventId: id,
    type,
    ref: (isIntent ? object.id : object.payment_intent) ?? null,
    requestId: object.metadata?.request_id ?? '',
    ...(type === 'payment_intent.succeeded' && { taken: capture }),
  };
}
