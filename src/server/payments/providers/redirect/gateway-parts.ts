/** What both kinds of gateways have in common: looking, sending back, and reading webhooks. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import {
  type CreateRequest,
  type PaymentProvider,
  ProviderError,
  type WebhookEvent,
} from '../../../core/payment-provider.ts';
import { ProviderRefusal } from '../call-provider.ts';
import { contentOf, gatewayClient, type Outside } from './client.ts';
import type { GatewayDescription, Values } from './description.ts';
import type { GatewayKeys } from './environment.ts';
import { checkSignature } from './signatures.ts';
import { readPayment, textAt, writeAmount } from './wire.ts';

const anyBody = z.record(z.string(), z.unknown());

/** The parts of a provider that a description alone decides, and the client for its further calls. */
export function gatewayParts(gateway: GatewayDescription, keys: GatewayKeys, outside: Outside) {
  const call = gatewayClient(gateway, keys, outside);
  const status = async (ref: string) => readPayment(gateway, await call(gateway.status, { ref }));
  const parts = {
    name: gateway.name,
    payee: gateway.payment.payee === undefined ? '' : keys.account,
    ...(gateway.acknowledges && { acknowledges: gateway.acknowledges }),
    status,
    async refund(captureRef: string, minor: number, currency: string, requestId: string) {
      const amount = writeAmount(gateway.amounts, minor, currency);
      const made = await call(gateway.refund, { captureRef, amount, currency, requestId });
      const { refundSent } = gateway;
      if (refundSent && !refundSent.is.includes(textAt(made, refundSent.at)))
        throw new ProviderRefusal(422, made);
      const ref = textAt(made, gateway.refundId);
      if (ref === '') throw new ProviderError(`${gateway.name} answered without a refund.`);
      return { ref };
    },
    async webhook(headers: Record<string, string>, rawBody: Uint8Array) {
      const fields = anyBody.parse(JSON.parse(Buffer.from(rawBody).toString('utf8')));
      checkSignature(gateway.events, keys.webhookSecret, { headers, rawBody, fields }, outside.now());
      const said = gateway.envelope ? { ...fields, ...contentOf(fields[gateway.envelope.field]) } : fields;
      return readEvent(gateway, said, rawBody);
    },
    // There is no harmless call to ask by, and a payment that cannot be started says so at once.
    available: async () => true,
  } satisfies Partial<PaymentProvider>;
  return { call, parts };
}

/** What a call that makes a payment carries. */
export function valuesOf(gateway: GatewayDescription, request: CreateRequest): Partial<Values> {
  const { requestId, orderNo, currency, returnUrl, cancelUrl, description, cardToken, checkRef } = request;
  return {
    ...{ requestId, orderNo, currency, returnUrl, cancelUrl, description },
    amount: writeAmount(gateway.amounts, request.amount, currency),
    ...(cardToken !== undefined && { cardToken }),
    ...(checkRef !== undefined && { checkRef }),
  };
}

function readEvent(
  { event: at, states }: GatewayDescription,
  said: Record<string, unknown>,
  rawBody: Uint8Array,
): WebhookEvent {
  const type = textAt(said, at.type).slice(0, 128);
  const eventId = textAt(said, at.id) || createHash('sha256').update(rawBody).digest('hex');
  if (at.about !== undefined && !type.startsWith(at.about)) {
    return { eventId: eventId.slice(0, 128), type, ref: null, requestId: '' };
  }
  const ref = textAt(said, at.ref);
  const taken = { captureRef: ref, amount: `${textAt(said, at.amount)} ${textAt(said, at.currency)}`.trim() };
  return {
    eventId: eventId.slice(0, 128),
    type,
    ref: ref || null,
    requestId: textAt(said, at.requestId),
    ...(states[textAt(said, at.state)] === 'captured' && { taken }),
  };
}
