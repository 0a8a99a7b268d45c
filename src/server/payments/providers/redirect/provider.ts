/**
 * Creates payment providers from gateway descriptions. A gateway supports one or more flows: a card form in the checkout returns a token
 * that the shop charges (POST v1), the shopper pays on the gateway's hosted page and returns (v2), or the gateway's browser SDK confirms a
 * payment that the shop has created (v3).
 */
import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { Env } from '../../../core/env.ts';
import {
  type CardCheckOrder,
  type CreatePaymentRequest,
  type PaymentProvider,
  type ProviderDefinition,
  type ProviderDependencies,
  ProviderError,
  type SandboxAddress,
} from '../../../core/payment-provider.ts';
import { nullIfMissing, ProviderRejectedError } from '../call-provider.ts';
import { gatewayClient, parseEnvelopeContent } from './client.ts';
import type { GatewayDescription, GatewayValues } from './description.ts';
import { type GatewayKeys, gatewayKeys } from './environment.ts';
import { gateways } from './gateways.ts';
import { checkSignature, parseWebhookEvent } from './webhook.ts';
import { formatGatewayAmount, getTextAtPath, parseGatewayPayment } from './wire.ts';

/** Gateways that only the sandbox supports, so setting keys for one of them aborts startup (src/server/core/env.ts). */
export const providers: ProviderDefinition[] = Object.values(gateways).map((gateway) =>
  defineGateway(gateway, (env, sandbox) => gatewayKeys(gateway.name, env, sandbox, null)),
);

/**
 * Defines a payment provider by its gateway description.
 * @param keys returns the keys of the gateway or the sandbox, null if there are neither
 */
export function defineGateway(
  gateway: GatewayDescription,
  keys: (env: Env, sandbox: SandboxAddress | null) => GatewayKeys | null,
  hasKeys: ProviderDefinition['hasKeys'] = () => false,
): ProviderDefinition {
  const { signature, hosts } = gateway;
  return {
    name: gateway.name,
    hasKeys,
    ...(signature.kind === 'header' && { signatureHeaders: [signature.header, signature.time] }),
    open(env, outside, sandbox) {
      const found = keys(env, sandbox);
      return found && gatewayProvider(gateway, found, outside);
    },
    ...(hosts && { hosts }),
  };
}

export function gatewayProvider(
  gateway: GatewayDescription,
  keys: GatewayKeys,
  outside: ProviderDependencies,
): PaymentProvider {
  const call = gatewayClient(gateway, keys, outside);
  const { account, clientId, web } = keys;
  const { create, capture, find, form, kit, hosts, returnPath, acknowledges } = gateway;
  const status = async (ref: string) => parseGatewayPayment(gateway, await call(gateway.status, { ref }));
  return {
    name: gateway.name,
    isTest: keys.isTest,
    publicAccount: { account_id: account, public_key: clientId },
    payee: gateway.payment.payee === undefined ? '' : account,
    flows: Object.keys(create) as CreatePaymentRequest['flow'][],
    ...(hosts && { hosts: hosts(web) }),
    ...(returnPath && { returnPath }),
    ...(acknowledges && { acknowledges }),
    ...(gateway.hasCardCheck && {
      cardCheckToken: (order) => cardCheckToken(keys, order, outside.now()),
    }),
    browserParts(flow) {
      if (form && flow === 'card') return { frame_url: `${web}${form}` };
      if (!kit || flow !== 'kit') return undefined;
      return { kit: { script_url: `${web}${kit}`, environment: keys.environment, public_key: '' } };
    },
    async create(request) {
      const made = create[request.flow];
      if (!made) throw new ProviderError(`${gateway.name} does not support this type of payment.`);
      return parseGatewayPayment(gateway, await call(made, valuesOf(gateway, request)));
    },
    capture: capture
      ? async (ref, requestId) => parseGatewayPayment(gateway, await call(capture, { ref, requestId }))
      : status,
    status,
    async find(requestId) {
      const answer = find ? await nullIfMissing(call(find, { requestId })) : null;
      return answer && parseGatewayPayment(gateway, answer);
    },
    async refund(captureRef, minor, currency, requestId) {
      const amount = formatGatewayAmount(gateway.amounts, minor, currency);
      const made = await call(gateway.refund, { captureRef, amount, currency, requestId });
      const { refundSent } = gateway;
      if (refundSent && !refundSent.is.includes(getTextAtPath(made, refundSent.at)))
        throw new ProviderRejectedError(422, made);
      const ref = getTextAtPath(made, gateway.refundId);
      if (ref === '') throw new ProviderError(`${gateway.name} returned no refund.`);
      return { ref };
    },
    async webhook(headers, rawBody) {
      const fields = anyBody.parse(JSON.parse(Buffer.from(rawBody).toString('utf8')));
      checkSignature(gateway.signature, keys.webhookSecret, { headers, rawBody, fields }, outside.now());
      const content = gateway.envelope
        ? { ...fields, ...parseEnvelopeContent(fields[gateway.envelope.field]) }
        : fields;
      return parseWebhookEvent(gateway, content, rawBody);
    },
    // Always reports the gateway as available: no request could check this without side effects, and a payment that cannot start fails
    // immediately.
    available: async () => true,
  };
}

const anyBody = z.record(z.string(), z.unknown());

function valuesOf(gateway: GatewayDescription, request: CreatePaymentRequest): Partial<GatewayValues> {
  const { requestId, orderNo, currency, returnUrl, cancelUrl, description, cardToken, checkRef } = request;
  return {
    ...{ requestId, orderNo, currency, returnUrl, cancelUrl, description },
    amount: formatGatewayAmount(gateway.amounts, request.amount, currency),
    ...(cardToken !== undefined && { cardToken }),
    ...(checkRef !== undefined && { checkRef }),
  };
}

const lastsSeconds = 15 * 60;

/**
 * Returns the token with which the browser starts a card check: a JWT about the order, signed by the shop (API-046).
 * @param now ms UTC
 * @returns JWT in compact form, signed with HS256; valid for 15 minutes, only for this order and amount
 */
function cardCheckToken(
  { account, secret }: GatewayKeys,
  { orderNo, amount, currency }: CardCheckOrder,
  now: number,
): string {
  const iat = Math.floor(now / 1000);
  const claims = { iss: account, sub: orderNo, amount, currency, iat, exp: iat + lastsSeconds };
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const signed = [{ alg: 'HS256', typ: 'JWT' }, claims].map(encode).join('.');
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}
