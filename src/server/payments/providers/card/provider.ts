/**
 * The simulated card gateway (R72 `simulated`, R90). It supports one-step charges with a token from its card form, a hosted payment page,
 * and payments that its card form confirms. The shop calls it over HTTP like any other gateway.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import {
  type CreatePaymentRequest,
  InvalidSignatureError,
  type PaymentProvider,
  type PaymentState,
  type ProviderDefinition,
  type ProviderDependencies,
  type ProviderPayment,
  type SandboxAddress,
} from '../../../core/payment-provider.ts';
import { callProvider, nullIfMissing } from '../call-provider.ts';

const keys = { account: 'acct_sandbox', secret: 'sk_sandbox_atoll', webhookSecret: 'whsec_sandbox_atoll' };

/** The simulated card gateway, available only in test mode: the sandbox's keys are public (src/sandbox/context.ts). */
export const providers: ProviderDefinition[] = [
  {
    name: 'simulated',
    signatureHeaders: ['gateway-signature'],
    hasKeys: () => false,
    open: (_env, outside, sandbox) => sandbox && cardProvider({ ...sandbox, ...keys }, outside),
  },
];

const paymentAnswer = z.object({
  id: z.string(),
  request_id: z.string(),
  status: z.enum(['created', 'requires_action', 'captured', 'declined', 'refunded']),
  amount: z.number().int(),
  currency: z.string(),
  account: z.string(),
  client_secret: z.string(),
  charge_id: z.string(),
  reason: z.string(),
  redirect_url: z.string(),
});
type PaymentAnswer = z.output<typeof paymentAnswer>;

const eventBody = z.object({
  id: z.string().min(1).max(128),
  type: z.string().max(128),
  data: z.object({
    id: z.string(),
    request_id: z.string(),
    charge_id: z.string().optional(),
    amount: z.number().int().optional(),
    currency: z.string().optional(),
  }),
});
const toleranceSeconds = 300;

export function cardProvider(
  cards: SandboxAddress & typeof keys,
  outside: ProviderDependencies,
): PaymentProvider {
  const call = <Schema extends z.ZodType>(
    schema: Schema,
    method: 'GET' | 'POST',
    path: string,
    options: { body?: unknown; requestId?: string } = {},
  ) =>
    callProvider(outside.fetch, {
      method,
      url: `${cards.api}/gateway/v1/payments${path}`,
      headers: {
        authorization: `Bearer ${cards.secret}`,
        'content-type': 'application/json',
        ...(options.requestId ? { 'idempotency-key': options.requestId } : {}),
      },
      body: options.body === undefined ? undefined : JSON.stringify(options.body),
      schema,
      idempotent: method === 'GET' || options.requestId !== undefined,
    });

  const status = async (ref: string) =>
    readPayment(await call(paymentAnswer, 'GET', `/${encodeURIComponent(ref)}`));

  return {
    name: 'simulated',
    isTest: true,
    cardRank: 2,
    browserParts: (flow) => (flow === 'card' ? { frame_url: `${cards.web}/gateway/card-frame` } : undefined),
    hosts: { frame: [cards.web] },
    payee: cards.account,
    create: async (request) =>
      readPayment(
        await call(paymentAnswer, 'POST', '', { body: chargeBody(request), requestId: request.requestId }),
      ),
    // The gateway captures the payment when the shopper confirms it, so `capture` only fetches the status.
    capture: status,
    status,

    async find(requestId) {
      const path = `?request_id=${encodeURIComponent(requestId)}`;
      const answer = await nullIfMissing(call(paymentAnswer, 'GET', path));
      return answer && readPayment(answer);
    },

    async refund(captureRef, amount, _currency, requestId) {
      const path = `/${encodeURIComponent(captureRef)}/refunds`;
      const made = await call(z.object({ id: z.string() }), 'POST', path, { body: { amount }, requestId });
      return { ref: made.id };
    },

    async webhook(headers, rawBody) {
      checkSignature(cards.webhookSecret, headers['gateway-signature'] ?? '', rawBody, outside.now());
      const { id, type, data } = eventBody.parse(JSON.parse(Buffer.from(rawBody).toString('utf8')));
      const { amount = 0, currency = '', charge_id: captureRef = '' } = data;
      const capture = { captureRef, amount: `${amount} ${currency} (minor units)` };
      return {
        eventId: id,
        type,
        ref: data.id,
        requestId: data.request_id,
        ...(type === 'payment.captured' && { taken: capture }),
      };
    },

    async simulate(ref, end) {
      await call(z.object({ id: z.string() }), 'POST', `/${encodeURIComponent(ref)}/simulate`, {
        body: { end },
      });
    },

    async available() {
      try {
        return (await call(z.object({ active: z.boolean() }), 'GET', '/account')).active;
      } catch {
        // Treat a failed request as an unavailable account: the checkout then offers other payment methods.
        return false;
      }
    },
  };
}

const states: Record<PaymentAnswer['status'], PaymentState> = {
  created: 'created',
  requires_action: 'created',
  captured: 'captured',
  declined: 'declined',
  refunded: 'refunded',
};

function readPayment(answer: PaymentAnswer): ProviderPayment {
  return {
    ref: answer.id,
    state: states[answer.status],
    amount: answer.amount,
    currency: answer.currency,
    payee: answer.account,
    requestId: answer.request_id,
    ...(answer.charge_id ? { captureRef: answer.charge_id } : {}),
    ...(answer.redirect_url ? { redirectUrl: answer.redirect_url } : {}),
    clientSecret: answer.client_secret,
    ...(answer.reason ? { reason: answer.reason } : {}),
  };
}

function chargeBody(request: CreatePaymentRequest) {
  return {
    order_no: request.orderNo,
    flow: request.flow === 'kit' ? 'client' : request.flow,
    amount: request.amount,
    currency: request.currency,
    card_token: request.cardToken ?? '',
    return_url: request.returnUrl,
    cancel_url: request.cancelUrl,
    description: request.description,
  };
}

/** Verifies a header `t=<seconds>,v1=<hex HMAC-SHA256 of "seconds.body">`, whose time may differ from now by at most five minutes. */
function checkSignature(secret: string, header: string, rawBody: Uint8Array, now: number): void {
  const match = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header);
  if (!match) throw new InvalidSignatureError('The signature is missing.');
  const [, time = '', receivedSignature = ''] = match;
  if (Math.abs(now / 1000 - Number(time)) > toleranceSeconds)
    throw new InvalidSignatureError('The signature is too old.');
  const expected = createHmac('sha256', secret).update(`${time}.`).update(rawBody).digest();
  if (!timingSafeEqual(expected, Buffer.from(receivedSignature, 'hex')))
    throw new InvalidSignatureError('The signature does not match.');
}
