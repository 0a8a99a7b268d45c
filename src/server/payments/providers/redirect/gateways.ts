/**
 * Descriptions of gateways that need no code of their own. Their protocols are defined by this project
 * (docs/merchant/payments-sandbox-only.md), except that ocean uses Oceanpayment's field names, digests and webhook states.
 */
import type { GatewayDescription, GatewayFields, GatewayRequest } from './description.ts';

const getpay: GatewayDescription = {
  name: 'getpay',
  amounts: 'minor',
  signature: {
    kind: 'header',
    header: 'getpay-signature',
    time: 'getpay-timestamp',
    unit: 'seconds',
  },
  create: {
    redirect: {
      method: 'POST',
      path: '/v1/orders',
      fields: {
        ...{ merchant: 'account', request_id: 'requestId', order_no: 'orderNo' },
        ...{ amount: 'amount', currency: 'currency', subject: 'description' },
        ...{ return_url: 'returnUrl', cancel_url: 'cancelUrl', notify_url: 'noticeUrl' },
      },
    },
  },
  status: { method: 'POST', path: '/v1/orders/query', fields: { merchant: 'account', order_id: 'ref' } },
  refund: {
    method: 'POST',
    path: '/v1/refunds',
    fields: { merchant: 'account', trade_id: 'captureRef', amount: 'amount', request_id: 'requestId' },
  },
  refundId: 'refund_id',
  payment: {
    ...{ ref: 'order_id', requestId: 'request_id', state: 'order_status', amount: 'amount' },
    ...{ currency: 'currency', payee: 'merchant', captureRef: 'trade_id', pageUrl: 'pay_url' },
    reason: 'fail_reason',
  },
  event: {
    ...{ id: 'notify_id', type: 'order_status', ref: 'order_id', requestId: 'request_id' },
    ...{ state: 'order_status', amount: 'amount', currency: 'currency' },
  },
  states: {
    WAITING: 'created',
    PAID: 'captured',
    REFUSED: 'declined',
    CLOSED: 'expired',
    REFUNDED: 'refunded',
  },
};

const apia: GatewayDescription = {
  name: 'apia',
  amounts: 'text',
  signature: { kind: 'sorted-fields', field: 'sign' },
  create: {
    redirect: {
      method: 'POST',
      path: '/api/cashier/create',
      fields: {
        ...{ app_id: 'account', out_trade_no: 'requestId', total_amount: 'amount', fee_type: 'currency' },
        ...{ body: 'description', success_url: 'returnUrl', back_url: 'cancelUrl', notify_url: 'noticeUrl' },
      },
    },
  },
  status: { method: 'POST', path: '/api/cashier/query', fields: { app_id: 'account', trade_no: 'ref' } },
  refund: {
    method: 'POST',
    path: '/api/cashier/refund',
    fields: {
      ...{ app_id: 'account', trade_no: 'captureRef', refund_amount: 'amount' },
      out_refund_no: 'requestId',
    },
  },
  refundId: 'refund_no',
  payment: {
    ...{ ref: 'trade_no', requestId: 'out_trade_no', state: 'trade_state', amount: 'total_amount' },
    ...{ currency: 'fee_type', payee: 'app_id', captureRef: 'trade_no', pageUrl: 'cashier_url' },
    reason: 'trade_state_desc',
  },
  event: {
    ...{ type: 'trade_state', ref: 'trade_no', requestId: 'out_trade_no', state: 'trade_state' },
    ...{ amount: 'total_amount', currency: 'fee_type' },
  },
  states: {
    NOTPAY: 'created',
    USERPAYING: 'pending',
    SUCCESS: 'captured',
    PAYERROR: 'declined',
    CLOSED: 'expired',
    REFUND: 'refunded',
  },
};

const linwei: GatewayDescription = {
  name: 'linwei',
  amounts: 'text',
  signature: {
    kind: 'header',
    header: 'x-linwei-sign',
    time: 'x-linwei-time',
    unit: 'milliseconds',
  },
  create: {
    redirect: {
      method: 'POST',
      path: '/gateway/payments',
      fields: {
        ...{ merchantNo: 'account', merchantOrderNo: 'requestId', orderAmount: 'amount' },
        ...{ orderCurrency: 'currency', goodsInfo: 'description', returnUrl: 'returnUrl' },
        ...{ cancelUrl: 'cancelUrl', noticeUrl: 'noticeUrl' },
      },
    },
  },
  status: {
    method: 'POST',
    path: '/gateway/payments/query',
    fields: { merchantNo: 'account', paymentNo: 'ref' },
  },
  refund: {
    method: 'POST',
    path: '/gateway/refunds',
    fields: {
      ...{ merchantNo: 'account', paymentNo: 'captureRef', refundAmount: 'amount' },
      merchantRefundNo: 'requestId',
    },
  },
  refundId: 'refundNo',
  payment: {
    ...{ ref: 'paymentNo', requestId: 'merchantOrderNo', state: 'status', amount: 'orderAmount' },
    ...{ currency: 'orderCurrency', payee: 'merchantNo', captureRef: 'paymentNo', pageUrl: 'redirectUrl' },
    reason: 'message',
  },
  event: {
    ...{ id: 'eventNo', type: 'status', ref: 'paymentNo', requestId: 'merchantOrderNo', state: 'status' },
    ...{ amount: 'orderAmount', currency: 'orderCurrency' },
  },
  states: {
    init: 'created',
    processing: 'pending',
    success: 'captured',
    fail: 'declined',
    timeout: 'expired',
    refunded: 'refunded',
  },
};

const oceanAccount: GatewayFields = { account: 'account', terminal: 'clientId' };
const oceanPay: GatewayFields = {
  ...oceanAccount,
  ...{ order_number: 'requestId', order_currency: 'currency', order_amount: 'amount' },
  ...{ order_notes: 'orderNo', card_token: 'cardToken', backUrl: 'returnUrl', noticeUrl: 'noticeUrl' },
};
const oceanCheck = (fields: GatewayFields): GatewayRequest => ({
  method: 'POST',
  path: '/service/check/normal',
  fields,
});

/** The ocean gateway: a card form that returns a token, and the card check of API-046 and API-047. */
const ocean: GatewayDescription = {
  name: 'ocean',
  amounts: 'text',
  signature: {
    kind: 'listed-fields',
    field: 'signValue',
    request: [
      ...['account', 'terminal', 'order_number', 'order_currency', 'order_amount', 'payment_id'],
      ...['refund_number', 'refund_amount', 'card_token', 'capture'],
    ],
    event: [
      ...['account', 'terminal', 'order_number', 'order_currency', 'order_amount', 'order_notes'],
      ...['card_number', 'payment_id', 'payment_authType', 'payment_status', 'payment_details'],
      'payment_risk',
    ],
  },
  create: {
    charge: { method: 'POST', path: '/gateway/direct/pay', fields: { ...oceanPay, capture: { is: '1' } } },
    lookup: {
      method: 'POST',
      path: '/gateway/direct/pay',
      fields: { ...oceanPay, reference_id: 'checkRef', capture: { is: '0' } },
    },
  },
  capture: {
    method: 'POST',
    path: '/gateway/direct/capture',
    fields: { ...oceanAccount, payment_id: 'ref', capture_number: 'requestId' },
  },
  find: oceanCheck({ ...oceanAccount, order_number: 'requestId' }),
  status: oceanCheck({ ...oceanAccount, payment_id: 'ref' }),
  refund: {
    method: 'POST',
    path: '/service/applyRefund',
    fields: {
      ...oceanAccount,
      payment_id: 'captureRef',
      refund_number: 'requestId',
      refund_amount: 'amount',
    },
  },
  refundId: 'refund_id',
  hasCardCheck: true,
  form: '/gateway/card-frame?provider=ocean',
  hosts: (web) => ({ frame: [web] }),
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
    // States of Oceanpayment: 1 paid, 0 declined, -1 pending. States added by this project: 2 confirmation by the bank, 3 checked, 4
    // refunded.
    '1': 'captured',
    '0': 'declined',
    '-1': 'pending',
    '2': 'created',
    '3': 'approved',
    '4': 'refunded',
  },
  acknowledges: { status: 200, body: 'receive-ok' },
};

export const gateways = { getpay, apia, linwei, ocean };
