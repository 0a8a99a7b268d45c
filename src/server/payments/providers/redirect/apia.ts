/** apia: its own page. The wire is this project's alone (docs/payments/apia.md). */
import type { RedirectDescription, Signature } from './description.ts';

const signature: Signature = { kind: 'sorted-fields', field: 'sign' };

export const apia: RedirectDescription = {
  kind: 'redirect',
  name: 'apia',
  amounts: 'text',
  sender: signature,
  events: signature,
  create: {
    method: 'POST',
    path: '/api/cashier/create',
    fields: {
      ...{ app_id: 'account', out_trade_no: 'requestId', total_amount: 'amount', fee_type: 'currency' },
      ...{ body: 'description', success_url: 'returnUrl', back_url: 'cancelUrl', notify_url: 'noticeUrl' },
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
