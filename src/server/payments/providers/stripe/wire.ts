/** Parses the parts of Stripe's responses that the shop needs. */
import { z } from 'zod';
import { fromStripeAmount } from '#lib/money/stripe-amount.ts';
import type { PaymentState, ProviderPayment } from '../../../core/payment-provider.ts';

const idOr = <Schema extends z.ZodType>(whole: Schema) => z.union([z.string(), whole]);
const named = z.object({ id: z.string() });

export const intentResponseSchema = z.object({
  object: z.literal('payment_intent'),
  id: z.string(),
  status: z.string(),
  amount: z.number().int(),
  amount_received: z.number().int().optional(),
  currency: z.string(),
  client_secret: z.string().nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
  latest_charge: idOr(named.extend({ refunded: z.boolean().optional() })).nullish(),
  last_payment_error: z.object({ message: z.string().optional() }).nullish(),
  on_behalf_of: idOr(named).nullish(),
  transfer_data: z.object({ destination: idOr(named) }).nullish(),
});
export type IntentResponse = z.output<typeof intentResponseSchema>;

export const accountResponseSchema = z.object({
  object: z.literal('account'),
  id: z.string(),
  charges_enabled: z.boolean().optional(),
});

export const refundResponseSchema = z.object({
  object: z.literal('refund'),
  id: z.string(),
  status: z.string().nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
});

export const refundListResponseSchema = z.object({
  object: z.literal('list'),
  data: z.array(refundResponseSchema),
});

const states: Record<string, PaymentState> = {
  requires_payment_method: 'created',
  requires_confirmation: 'created',
  requires_action: 'created',
  processing: 'pending',
  requires_capture: 'authorized',
  succeeded: 'captured',
  canceled: 'expired',
};

/**
 * Converts a PaymentIntent to a payment. After a decline, Stripe keeps the intent open for another card, but the shop treats it as
 * declined: the next attempt gets its own intent.
 * @param account id of the account that the secret key belongs to, '' if unknown
 */
export function parsePaymentIntent(intent: IntentResponse, account: string): ProviderPayment {
  const { status, metadata, latest_charge: charge, last_payment_error: problem } = intent;
  const currency = intent.currency.toUpperCase();
  const isDeclined = status === 'requires_payment_method' && Boolean(problem);
  const isRefunded = typeof charge === 'object' && charge?.refunded === true;
  const state = isRefunded ? 'refunded' : isDeclined ? 'declined' : (states[status] ?? 'pending');
  const stripeAmount = status === 'succeeded' ? (intent.amount_received ?? intent.amount) : intent.amount;
  const chargeId = idOf(charge);
  return {
    ref: intent.id,
    state,
    amount: fromStripeAmount(stripeAmount, currency),
    currency,
    payee: idOf(intent.transfer_data?.destination) || idOf(intent.on_behalf_of) || account,
    ...(metadata?.request_id ? { requestId: metadata.request_id } : {}),
    ...(status === 'succeeded' && chargeId ? { captureRef: chargeId } : {}),
    ...(intent.client_secret ? { clientSecret: intent.client_secret } : {}),
    ...(isDeclined ? { reason: problem?.message || 'The card was declined.' } : {}),
  };
}

function idOf(value: string | { id: string } | null | undefined): string {
  return (typeof value === 'string' ? value : value?.id) ?? '';
}
