/** Airwallex: PaymentIntents that its kit confirms in the browser, as its documentation has it (docs/payments/airwallex.md). */
import type { ComponentDescription } from '../redirect/description.ts';

export const airwallex: ComponentDescription = {
  kind: 'component',
  name: 'airwallex',
  amounts: 'decimal',
  sender: {
    kind: 'login',
    path: '/api/v1/authentication/login',
    idHeader: 'x-client-id',
    secretHeader: 'x-api-key',
  },
  events: { kind: 'header', header: 'x-signature', time: 'x-timestamp', unit: 'milliseconds' },
  start: {
    method: 'POST',
    path: '/api/v1/pa/payment_intents/create',
    fields: {
      ...{ request_id: 'requestId', merchant_order_id: 'requestId', amount: 'amount', currency: 'currency' },
      return_url: 'returnUrl',
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
    // request_id is that of the last call, so the attempt is known again by the order id it was made with.
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
  // After a refusal the intent waits for another card.
  refused: { at: 'latest_payment_attempt.status', is: ['FAILED', 'EXPIRED', 'CANCELLED'] },
  returnPath: '/api/v1/airwallex/continue/return',
  acknowledges: { status: 200, body: '' },
};
