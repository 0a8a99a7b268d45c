/** Airwallex: its browser SDK confirms PaymentIntents that the shop creates (docs/merchant/payments-airwallex.md). */
import type { Env } from '../../../core/env.ts';
import type { SandboxAddress } from '../../../core/payment-provider.ts';
import type { GatewayDescription } from '../redirect/description.ts';
import { type GatewayKeys, gatewayKeys, type LiveKeys } from '../redirect/environment.ts';
import { defineGateway } from '../redirect/provider.ts';

export const airwallex: GatewayDescription = {
  name: 'airwallex',
  amounts: 'decimal',
  login: {
    path: '/api/v1/authentication/login',
    idHeader: 'x-client-id',
    secretHeader: 'x-api-key',
  },
  signature: { kind: 'header', header: 'x-signature', time: 'x-timestamp', unit: 'milliseconds' },
  create: {
    kit: {
      method: 'POST',
      path: '/api/v1/pa/payment_intents/create',
      fields: {
        ...{
          request_id: 'requestId',
          merchant_order_id: 'requestId',
          amount: 'amount',
          currency: 'currency',
        },
        return_url: 'returnUrl',
      },
    },
  },
  status: { method: 'GET', path: '/api/v1/pa/payment_intents/{ref}', fields: {} },
  refund: {
    method: 'POST',
    path: '/api/v1/pa/refunds/create',
    fields: { request_id: 'requestId', payment_intent_id: 'captureRef', amount: 'amount' },
  },
  refundId: 'id',
  refundSent: { at: 'status', is: ['RECEIVED', 'ACCEPTED', 'SETTLED', 'SUCCEEDED'] },
  payment: {
    // `request_id` changes with every request, so an attempt is matched by `merchant_order_id`, which is set when the intent is created.
    ...{ ref: 'id', requestId: 'merchant_order_id', state: 'status', amount: 'amount', currency: 'currency' },
    ...{ captureRef: 'id', pageUrl: 'next_action.url', clientSecret: 'client_secret' },
  },
  event: {
    ...{ id: 'id', type: 'name', about: 'payment_intent.', ref: 'data.object.id' },
    ...{ requestId: 'data.object.merchant_order_id', state: 'data.object.status' },
    ...{ amount: 'data.object.amount', currency: 'data.object.currency' },
  },
  states: {
    REQUIRES_PAYMENT_METHOD: 'created',
    REQUIRES_CUSTOMER_ACTION: 'created',
    PENDING: 'pending',
    REQUIRES_CAPTURE: 'authorized',
    SUCCEEDED: 'captured',
    CANCELLED: 'expired',
  },
  // After a decline, Airwallex keeps the intent open for another card.
  refused: { at: 'latest_payment_attempt.status', is: ['FAILED', 'EXPIRED', 'CANCELLED'] },
  returnPath: '/api/v1/airwallex/continue/return',
  kit: '/components/sdk/v1/index.js',
  // Airwallex's SDK loads resources from several subdomains of airwallex.com; the sandbox's SDK uses only one host.
  hosts(web) {
    if (web !== '' && !new URL(web).hostname.endsWith('.airwallex.com'))
      return { script: [web], frame: [web] };
    const all = ['https://*.airwallex.com'];
    return { script: all, frame: all, connect: all, img: all };
  },
  acknowledges: { status: 200, body: '' },
};

export const providers = [
  defineGateway(
    airwallex,
    airwallexKeys,
    ({ AIRWALLEX_CLIENT_ID, AIRWALLEX_API_KEY, AIRWALLEX_WEBHOOK_SECRET, AIRWALLEX_ENVIRONMENT }) =>
      Boolean(AIRWALLEX_CLIENT_ID ?? AIRWALLEX_API_KEY ?? AIRWALLEX_WEBHOOK_SECRET) ||
      AIRWALLEX_ENVIRONMENT === 'production',
  ),
];

/** Returns the Airwallex keys if they are set, otherwise the sandbox's; null if there are neither. */
export function airwallexKeys(env: Env, sandbox: SandboxAddress | null): GatewayKeys | null {
  const isLive = env.AIRWALLEX_ENVIRONMENT === 'production';
  const live: LiveKeys | null =
    env.AIRWALLEX_CLIENT_ID && env.AIRWALLEX_API_KEY
      ? {
          ...{
            api: `https://api${isLive ? '' : '-demo'}.airwallex.com`,
            web: 'https://static.airwallex.com',
          },
          ...{ account: '', clientId: env.AIRWALLEX_CLIENT_ID, secret: env.AIRWALLEX_API_KEY },
          ...{ webhookSecret: env.AIRWALLEX_WEBHOOK_SECRET ?? '' },
          environment: isLive ? 'prod' : 'demo',
        }
      : null;
  const played = { account: '', webhookSecret: 'sandbox-airwallex-webhook-secret' };
  return gatewayKeys('airwallex', env, sandbox, live, played);
}
