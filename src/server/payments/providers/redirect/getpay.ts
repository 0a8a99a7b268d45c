/** getpay: its own page. The wire is this project's alone (docs/payments/getpay.md). */
import type { RedirectDescription, Signature } from './description.ts';

const signature: Signature = {
  kind: 'header',
  header: 'getpay-signature',
  time: 'getpay-timestamp',
  unit: 'seconds',
};

export const getpay: RedirectDescription = {
  kind: 'redirect',
  name: 'getpay',
  amounts: 'minor',
  sender: signature,
  events: signature,
  create: {
    method: 'POST',
    path: '/v1/orders',
    fields: {
      ...{ merchant: 'account', request_id: 'requestId', order_no: 'orderNo' },
      ...{ amount: 'amount', currency: 'currency', subject: 'description' },
      ...{ return_url: 'returnUrl', cancel_url: 'cancelUrl', notify_url: 'noticeUrl' },
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
