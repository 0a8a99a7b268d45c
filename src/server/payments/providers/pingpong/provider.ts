/** PingPong Checkout v4: redirects the shopper to a hosted payment page (docs/merchant/payments-pingpong.md). */
import type { Env } from '../../../core/env.ts';
import type { SandboxAddress } from '../../../core/payment-provider.ts';
import type { GatewayDescription } from '../redirect/description.ts';
import { type GatewayKeys, gatewayKeys, type LiveKeys } from '../redirect/environment.ts';
import { defineGateway } from '../redirect/provider.ts';

export const pingpong: GatewayDescription = {
  name: 'pingpong',
  amounts: 'text',
  signature: { kind: 'sorted-fields', field: 'sign' },
  envelope: {
    field: 'bizContent',
    common: {
      ...{ accId: 'account', clientId: 'clientId' },
      ...{ signType: { is: 'SHA256' }, version: { is: '1.0' } },
    },
  },
  // PingPong returns code 000000 when it creates a payment and 001000 for queries.
  accepted: { at: 'code', is: ['000000', '001000'] },
  create: {
    redirect: {
      method: 'POST',
      path: '/v4/payment/prePay',
      fields: {
        ...{
          merchantTransactionId: 'requestId',
          requestId: 'requestId',
          amount: 'amount',
          currency: 'currency',
        },
        ...{ payResultUrl: 'returnUrl', payCancelUrl: 'cancelUrl', notificationUrl: 'noticeUrl' },
        captureDelayHours: { is: '0' },
      },
    },
  },
  // Payments are queried by the shop's transaction id, because PingPong's own id changes each time the shopper retries on its page.
  status: { method: 'POST', path: '/v4/payment/query', fields: { merchantTransactionId: 'ref' } },
  refund: {
    method: 'POST',
    path: '/v4/payment/refund',
    fields: {
      ...{ merchantTransactionId: 'captureRef', merchantRefundId: 'requestId' },
      ...{ amount: 'amount', currency: 'currency' },
    },
  },
  refundId: 'refundId',
  refundSent: { at: 'status', is: ['SUCCESS', 'PROCESSING'] },
  payment: {
    ...{ ref: 'merchantTransactionId', requestId: 'merchantTransactionId', state: 'status' },
    ...{ amount: 'amount', currency: 'currency', payee: 'accId', captureRef: 'merchantTransactionId' },
    ...{ pageUrl: 'paymentUrl', reason: 'resultDescription' },
  },
  event: {
    ...{ type: 'notifyType', about: 'RECHARGE', ref: 'merchantTransactionId' },
    ...{ requestId: 'merchantTransactionId', state: 'status', amount: 'amount', currency: 'currency' },
  },
  states: {
    // The response to creating a payment has no status, so a missing status means `created`.
    '': 'created',
    INIT: 'created',
    PROCESSING: 'pending',
    SUCCESS: 'captured',
    AUTH_SUCCESS: 'pending',
    FAILED: 'declined',
    CANCEL: 'expired',
    CLOSED: 'expired',
  },
};

export const providers = [
  defineGateway(
    pingpong,
    pingpongKeys,
    ({ PINGPONG_CLIENT_ID, PINGPONG_ACC_ID, PINGPONG_SALT, PINGPONG_ENVIRONMENT }) =>
      Boolean(PINGPONG_CLIENT_ID ?? PINGPONG_ACC_ID ?? PINGPONG_SALT) ||
      PINGPONG_ENVIRONMENT === 'production',
  ),
];

/** Returns the PingPong keys if they are set, otherwise the sandbox's; null if there are neither. */
export function pingpongKeys(env: Env, sandbox: SandboxAddress | null): GatewayKeys | null {
  const isLive = env.PINGPONG_ENVIRONMENT === 'production';
  const { PINGPONG_CLIENT_ID: clientId, PINGPONG_ACC_ID: account, PINGPONG_SALT: secret } = env;
  const live: LiveKeys | null =
    clientId && account && secret
      ? {
          ...{ api: `https://${isLive ? '' : 'sandbox-'}acquirer-payment.pingpongx.com`, web: '' },
          ...{ account, clientId, secret, webhookSecret: secret },
          environment: isLive ? 'prod' : 'demo',
        }
      : null;
  return gatewayKeys('pingpong', env, sandbox, live);
}
