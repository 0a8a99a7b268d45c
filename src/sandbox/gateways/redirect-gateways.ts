/** Simulates getpay, apia, linwei and PingPong Checkout, each with a hosted payment page and three signed endpoints. */
import { type Context, Hono } from 'hono';
import type { Sandbox } from '../context.ts';
import { refund, shopperActionUrl } from '../gateway-api.ts';
import type { Row } from '../ledger.ts';
import { createFieldSigner, createHeaderSigner } from './request-signatures.ts';
import {
  createGatewayPayment,
  findGatewayPayment,
  formatDecimalAmount,
  getPayee,
  isFromMerchant,
  type NewGatewayPayment,
  readBody,
  type SandboxGateway,
  sandboxGatewayKeys,
  stringOrEmpty,
  toMinorUnits,
} from './sandbox-gateway.ts';

type Fields = Record<string, unknown>;

interface Redirect {
  name: string;
  paths: { create: string; query: string; refund: string };
  /** Fields that identify the merchant. */
  merchant: Record<string, string>;
  isSigned(header: (name: string) => string, raw: string, fields: Fields): boolean;
  opening(fields: Fields): Omit<NewGatewayPayment, 'flow'>;
  find(sandbox: Sandbox, fields: Fields): Row | undefined;
  refund(fields: Fields): { amount: unknown; requestId: unknown };
  refunded(id: string): Fields;
  present(row: Row, pageUrl: string): Fields;
  /** Wraps the content in the gateway's response format. */
  wrap(content: Fields): Fields;
  unwrap(fields: Fields): Fields;
  notice(row: Row): Fields;
  headers(now: number, body: string): Record<string, string>;
}

const bare = { wrap: (content: Fields) => content, unwrap: (fields: Fields) => fields };

const stateOf = (states: Record<string, string>, row: Row) => states[String(row.status)] ?? '';

const getpayStates = { created: 'WAITING', captured: 'PAID', declined: 'REFUSED', refunded: 'REFUNDED' };
const getpay: Redirect = {
  name: 'getpay',
  merchant: { merchant: sandboxGatewayKeys('getpay').account },
  paths: { create: '/v1/orders', query: '/v1/orders/query', refund: '/v1/refunds' },
  ...bare,
  ...createHeaderSigner('getpay', 'getpay-signature', 'getpay-timestamp', 1000),
  opening: (fields) => ({
    requestId: stringOrEmpty(fields.request_id),
    orderNo: stringOrEmpty(fields.order_no),
    amount: Number(fields.amount),
    currency: stringOrEmpty(fields.currency),
    returnUrl: stringOrEmpty(fields.return_url),
    cancelUrl: stringOrEmpty(fields.cancel_url),
    noticeUrl: stringOrEmpty(fields.notify_url),
    description: stringOrEmpty(fields.subject),
  }),
  find: (sandbox, fields) => findGatewayPayment(sandbox, 'getpay', 'id', fields.order_id ?? fields.trade_id),
  refund: ({ amount, request_id }) => ({ amount, requestId: request_id }),
  refunded: (id) => ({ refund_id: id }),
  present: (row, pageUrl) => ({
    merchant: getPayee(row, 'getpay'),
    order_id: row.id,
    request_id: row.request_id,
    order_status: stateOf(getpayStates, row),
    amount: row.amount,
    currency: row.currency,
    trade_id: row.charge_id ? row.id : '',
    pay_url: pageUrl,
    fail_reason: row.reason,
  }),
  notice: (row) => ({ notify_id: `N-${row.id}-${row.status}`, ...getpay.present(row, '') }),
};

const apiaStates = { created: 'NOTPAY', captured: 'SUCCESS', declined: 'PAYERROR', refunded: 'REFUND' };
const apiaSigned = createFieldSigner('apia');
const apia: Redirect = {
  name: 'apia',
  merchant: { app_id: sandboxGatewayKeys('apia').account },
  paths: { create: '/api/cashier/create', query: '/api/cashier/query', refund: '/api/cashier/refund' },
  ...bare,
  ...apiaSigned,
  opening: (fields) => ({
    requestId: stringOrEmpty(fields.out_trade_no),
    orderNo: stringOrEmpty(fields.out_trade_no),
    amount: toMinorUnits(fields.total_amount, fields.fee_type),
    currency: stringOrEmpty(fields.fee_type),
    returnUrl: stringOrEmpty(fields.success_url),
    cancelUrl: stringOrEmpty(fields.back_url),
    noticeUrl: stringOrEmpty(fields.notify_url),
    description: stringOrEmpty(fields.body),
  }),
  find: (sandbox, fields) => findGatewayPayment(sandbox, 'apia', 'id', fields.trade_no),
  refund: ({ refund_amount, out_refund_no }) => ({ amount: refund_amount, requestId: out_refund_no }),
  refunded: (id) => ({ refund_no: id }),
  present: (row, pageUrl) => ({
    app_id: getPayee(row, 'apia'),
    trade_no: row.id,
    out_trade_no: row.request_id,
    trade_state: stateOf(apiaStates, row),
    total_amount: formatDecimalAmount(row),
    fee_type: row.currency,
    cashier_url: pageUrl,
    trade_state_desc: row.reason,
  }),
  notice: (row) => apiaSigned.sign(apia.present(row, '')),
};

const linweiStates = { created: 'init', captured: 'success', declined: 'fail', refunded: 'refunded' };
const linwei: Redirect = {
  name: 'linwei',
  merchant: { merchantNo: sandboxGatewayKeys('linwei').account },
  paths: { create: '/gateway/payments', query: '/gateway/payments/query', refund: '/gateway/refunds' },
  ...bare,
  ...createHeaderSigner('linwei', 'x-linwei-sign', 'x-linwei-time', 1),
  opening: (fields) => ({
    requestId: stringOrEmpty(fields.merchantOrderNo),
    orderNo: stringOrEmpty(fields.merchantOrderNo),
    amount: toMinorUnits(fields.orderAmount, fields.orderCurrency),
    currency: stringOrEmpty(fields.orderCurrency),
    returnUrl: stringOrEmpty(fields.returnUrl),
    cancelUrl: stringOrEmpty(fields.cancelUrl),
    noticeUrl: stringOrEmpty(fields.noticeUrl),
    description: stringOrEmpty(fields.goodsInfo),
  }),
  find: (sandbox, fields) => findGatewayPayment(sandbox, 'linwei', 'id', fields.paymentNo),
  refund: ({ refundAmount, merchantRefundNo }) => ({ amount: refundAmount, requestId: merchantRefundNo }),
  refunded: (id) => ({ refundNo: id }),
  present: (row, pageUrl) => ({
    merchantNo: getPayee(row, 'linwei'),
    paymentNo: row.id,
    merchantOrderNo: row.request_id,
    status: stateOf(linweiStates, row),
    orderAmount: formatDecimalAmount(row),
    orderCurrency: row.currency,
    redirectUrl: pageUrl,
    message: row.reason,
  }),
  notice: (row) => ({ eventNo: `E-${row.id}-${row.status}`, ...linwei.present(row, '') }),
};

const pingpongStates = {
  captured: 'SUCCESS',
  declined: 'FAILED',
  created: 'PROCESSING',
  refunded: 'SUCCESS',
};
const pingpongSigned = createFieldSigner('pingpong');
const pingpongKeys = sandboxGatewayKeys('pingpong');
const pingpong: Redirect = {
  name: 'pingpong',
  merchant: { accId: pingpongKeys.account, clientId: pingpongKeys.clientId },
  paths: { create: '/v4/payment/prePay', query: '/v4/payment/query', refund: '/v4/payment/refund' },
  ...pingpongSigned,
  unwrap: ({ bizContent }) => JSON.parse(String(bizContent)) as Fields,
  wrap: ({ accId, ...content }) =>
    pingpongSigned.sign({
      accId: accId ?? pingpongKeys.account,
      clientId: pingpongKeys.clientId,
      code: '001000',
      description: 'Successful request',
      signType: 'SHA256',
      bizContent: JSON.stringify(content),
    }),
  opening: (fields) => ({
    requestId: stringOrEmpty(fields.merchantTransactionId),
    orderNo: stringOrEmpty(fields.merchantTransactionId),
    amount: toMinorUnits(fields.amount, fields.currency),
    currency: stringOrEmpty(fields.currency),
    returnUrl: stringOrEmpty(fields.payResultUrl),
    cancelUrl: stringOrEmpty(fields.payCancelUrl),
    noticeUrl: stringOrEmpty(fields.notificationUrl),
  }),
  find: (sandbox, fields) =>
    findGatewayPayment(sandbox, 'pingpong', 'request_id', fields.merchantTransactionId),
  refund: ({ amount, merchantRefundId }) => ({ amount, requestId: merchantRefundId }),
  refunded: (id) => ({ refundId: id, status: 'SUCCESS' }),
  present: (row, pageUrl) => ({
    accId: getPayee(row, 'pingpong'),
    merchantTransactionId: row.request_id,
    transactionId: row.id,
    // PingPong amounts have six decimals.
    amount: `${formatDecimalAmount(row)}0000`,
    currency: row.currency,
    ...(pageUrl ? { paymentUrl: pageUrl } : { status: stateOf(pingpongStates, row) }),
    resultDescription: row.reason,
  }),
  notice: (row) => {
    const { accId, ...content } = pingpong.present(row, '');
    const common = { accId, clientId: pingpongKeys.clientId, signType: 'SHA256', version: '1.0' };
    const bizContent = JSON.stringify({ ...content, notifyType: 'RECHARGE' });
    return pingpongSigned.sign({ ...common, bizContent });
  },
};

function play(gateway: Redirect): SandboxGateway {
  return {
    notice: gateway.notice,
    headers: gateway.headers,
    api(sandbox) {
      const app = new Hono();
      /** Returns the content of a request with a valid merchant signature; null for any other request. */
      async function readSignedRequest(c: Context): Promise<Fields | null> {
        const { raw, fields } = await readBody(c);
        const isSigned = gateway.isSigned((name) => c.req.header(name) ?? '', raw, fields);
        return isSigned && isFromMerchant(fields, gateway.merchant) ? gateway.unwrap(fields) : null;
      }
      const unsigned = (c: Context) => c.json({ error: 'The merchant or the signature is not valid.' }, 401);
      const unknown = (c: Context) => c.json({ error: 'not found' }, 404);
      const show = (c: Context, row: Row, pageUrl: string) =>
        c.json(gateway.wrap(gateway.present(row, pageUrl)));

      app.post(gateway.paths.create, async (c) => {
        const fields = await readSignedRequest(c);
        if (!fields) return unsigned(c);
        const row = createGatewayPayment(sandbox, gateway.name, {
          ...gateway.opening(fields),
          flow: 'redirect',
        });
        return row ? show(c, row, shopperActionUrl(sandbox, row)) : c.json({ error: 'not accepted' }, 422);
      });
      app.post(gateway.paths.query, async (c) => {
        const fields = await readSignedRequest(c);
        if (!fields) return unsigned(c);
        const row = gateway.find(sandbox, fields);
        return row
          ? show(c, row, gateway.name === 'pingpong' ? '' : shopperActionUrl(sandbox, row))
          : unknown(c);
      });
      app.post(gateway.paths.refund, async (c) => {
        const fields = await readSignedRequest(c);
        if (!fields) return unsigned(c);
        const row = gateway.find(sandbox, fields);
        if (!row) return unknown(c);
        const { amount, requestId } = gateway.refund(fields);
        const minor = gateway.name === 'getpay' ? Number(amount) : toMinorUnits(amount, row.currency);
        const made = sandbox.ledger.together(() => refund(sandbox, String(row.id), minor, String(requestId)));
        return 'error' in made ? c.json(made, 422) : c.json(gateway.wrap(gateway.refunded(made.id)));
      });
      return app;
    },
  };
}

export const redirectGateways: [string, SandboxGateway][] = [getpay, apia, linwei, pingpong].map(
  (gateway) => [gateway.name, play(gateway)],
);
