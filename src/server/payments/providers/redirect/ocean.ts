/**
 * ocean: a card form that hands out a token, with the card check of API-046 and API-047. The names of fields, the
 * digests and the states of notices are Oceanpayment's; tokens, card check and JSON are this project's alone
 * (docs/payments/ocean.md).
 */
import type { Call, ComponentDescription, Fields, Signature } from './description.ts';

const signature: Signature = {
  kind: 'listed-fields',
  field: 'signValue',
  request: [
    ...['account', 'terminal', 'order_number', 'order_currency', 'order_amount', 'payment_id'],
    ...['refund_number', 'refund_amount', 'card_token', 'capture'],
  ],
  event: [
    ...[
      'account',
      'terminal',
      'order_number',
      'order_currency',
      'order_amount',
      'order_notes',
      'card_number',
    ],
    ...['payment_id', 'payment_authType', 'payment_status', 'payment_details', 'payment_risk'],
  ],
};
const whose: Fields = { account: 'account', terminal: 'clientId' };
const pay: Fields = {
  ...whose,
  ...{ order_number: 'requestId', order_currency: 'currency', order_amount: 'amount' },
  ...{ order_notes: 'orderNo', card_token: 'cardToken', backUrl: 'returnUrl', noticeUrl: 'noticeUrl' },
};
const check = (fields: Fields): Call => ({ method: 'POST', path: '/service/check/normal', fields });

export const ocean: ComponentDescription = {
  kind: 'component',
  name: 'ocean',
  amounts: 'text',
  sender: signature,
  events: signature,
  charge: { method: 'POST', path: '/gateway/direct/pay', fields: { ...pay, capture: { is: '1' } } },
  lookup: {
    method: 'POST',
    path: '/gateway/direct/pay',
    fields: { ...pay, reference_id: 'checkRef', capture: { is: '0' } },
  },
  capture: {
    method: 'POST',
    path: '/gateway/direct/capture',
    fields: { ...whose, payment_id: 'ref', capture_number: 'requestId' },
  },
  find: check({ ...whose, order_number: 'requestId' }),
  status: check({ ...whose, payment_id: 'ref' }),
  refund: {
    method: 'POST',
    path: '/service/applyRefund',
    fields: { ...whose, payment_id: 'captureRef', refund_number: 'requestId', refund_amount: 'amount' },
  },
  refundId: 'refund_id',
  hasCardCheck: true,
  payment: {
    ...{ ref: 'payment_id', requestId: 'order_number', state: 'payment_status', amount: 'order_amount' },
    ...{ currency: 'order_currency', payee: 'account', captureRef: 'payment_id', pageUrl: 'pay_url' },
    reason: 'payment_details',
  },
  event: {
    ...{ type: 'payment_status', ref: 'payment_id', requestId: 'order_number', state: 'payment_status' },
    ...{ amount: 'order_amount', currency: 'order_currency' },
  },
  states: {
    // Oceanpayment: paid, refused, not decided. Ours: at the bank's page, checked, sent back.
    '1': 'captured',
    '0': 'declined',
    '-1': 'pending',
    '2': 'created',
    '3': 'approved',
    '4': 'refunded',
  },
  acknowledges: { status: 200, body: 'receive-ok' },
};
