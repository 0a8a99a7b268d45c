/** linwei: its own page. The wire is this project's alone (docs/payments/linwei.md). */
import type { RedirectDescription, Signature } from './description.ts';

const signature: Signature = {
  kind: 'header',
  header: 'x-linwei-sign',
  time: 'x-linwei-time',
  unit: 'milliseconds',
};

export const linwei: RedirectDescription = {
  kind: 'redirect',
  name: 'linwei',
  amounts: 'text',
  sender: signature,
  events: signature,
  create: {
    method: 'POST',
    path: '/gateway/payments',
    fields: {
      ...{ merchantNo: 'account', merchantOrderNo: 'requestId', orderAmount: 'amount' },
      ...{ orderCurrency: 'currency', goodsInfo: 'description', returnUrl: 'returnUrl' },
      ...{ cancelUrl: 'cancelUrl', noticeUrl: 'noticeUrl' },
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
