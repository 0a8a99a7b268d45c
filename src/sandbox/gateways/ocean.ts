/** Simulates the ocean gateway: charges with card tokens, the card check, the bank's confirmation, queries and refunds. */
import { type Context, Hono } from 'hono';
import type { Sandbox } from '../context.ts';
import { refund, shopperActionUrl, updatePaymentStatus } from '../gateway-api.ts';
import type { Row } from '../ledger.ts';
import {
  createGatewayPayment,
  findGatewayPayment,
  formatDecimalAmount,
  getPayee,
  hmac,
  isEqualConstantTime,
  isFromMerchant,
  readBody,
  type SandboxGateway,
  sandboxGatewayKeys,
  sha256,
  stringOrEmpty,
  toMinorUnits,
} from './sandbox-gateway.ts';

const name = 'ocean';
const keys = sandboxGatewayKeys(name);
const merchant = { account: keys.account, terminal: keys.clientId };
const states: Record<string, string> = {
  ...{ captured: '1', declined: '0', created: '-1', requires_action: '2', approved: '3', refunded: '4' },
};
const requestSigned = [
  ...['account', 'terminal', 'order_number', 'order_currency', 'order_amount', 'payment_id'],
  ...['refund_number', 'refund_amount', 'card_token', 'capture'],
];
const noticeSigned = [
  ...['account', 'terminal', 'order_number', 'order_currency', 'order_amount', 'order_notes', 'card_number'],
  ...['payment_id', 'payment_authType', 'payment_status', 'payment_details', 'payment_risk'],
];

function digest(names: string[], fields: Record<string, unknown>): string {
  return sha256(names.map((field) => fields[field] ?? '').join('') + keys.secret);
}

function present(row: Row, pay_url: string) {
  return {
    account: getPayee(row, name),
    terminal: keys.clientId,
    order_number: row.request_id,
    order_currency: row.currency,
    order_amount: formatDecimalAmount(row),
    order_notes: row.order_no,
    card_number: row.last4 ? `****${row.last4}` : '',
    payment_id: row.id,
    payment_authType: row.flow === 'lookup' ? '1' : '0',
    payment_status: states[String(row.status)] ?? '-1',
    payment_details: row.reason,
    ...(pay_url && { pay_url }),
  };
}

export const ocean: SandboxGateway = {
  notice: (row) => {
    const fields = present(row, '');
    return { ...fields, signValue: digest(noticeSigned, fields) };
  },
  headers: () => ({}),
  api(sandbox) {
    const app = new Hono();
    async function readSignedRequest(c: Context): Promise<Record<string, unknown> | null> {
      const { fields } = await readBody(c);
      const isSigned = isEqualConstantTime(String(fields.signValue), digest(requestSigned, fields));
      return isSigned && isFromMerchant(fields, merchant) ? fields : null;
    }
    const show = (c: Context, row: Row | undefined) =>
      row ? c.json(present(row, shopperActionUrl(sandbox, row))) : c.json({ error: 'not found' }, 404);
    const unsigned = (c: Context) => c.json({ error: 'The account or the signValue is not valid.' }, 401);

    app.post('/gateway/direct/pay', async (c) => {
      const fields = await readSignedRequest(c);
      if (!fields) return unsigned(c);
      const currency = stringOrEmpty(fields.order_currency);
      const row = createGatewayPayment(sandbox, name, {
        ...{ requestId: stringOrEmpty(fields.order_number), orderNo: stringOrEmpty(fields.order_notes) },
        ...{ flow: fields.capture === '1' ? 'charge' : 'lookup', currency },
        amount: toMinorUnits(fields.order_amount, currency),
        cardToken: stringOrEmpty(fields.card_token),
        returnUrl: stringOrEmpty(fields.backUrl),
        noticeUrl: stringOrEmpty(fields.noticeUrl),
        // For ocean payments, the ledger stores the reference of the card check as the description. The check does not influence the
        // simulated bank.
        description: stringOrEmpty(fields.reference_id),
      });
      return row ? show(c, row) : c.json({ error: 'not accepted' }, 422);
    });
    app.post('/gateway/direct/capture', async (c) => {
      const fields = await readSignedRequest(c);
      if (!fields) return unsigned(c);
      return show(c, capture(sandbox, fields.payment_id));
    });
    app.post('/service/check/normal', async (c) => {
      const fields = await readSignedRequest(c);
      if (!fields) return unsigned(c);
      const [column, value] = fields.payment_id
        ? (['id', fields.payment_id] as const)
        : (['request_id', fields.order_number] as const);
      return show(c, findGatewayPayment(sandbox, name, column, value));
    });
    app.post('/service/applyRefund', async (c) => {
      const fields = await readSignedRequest(c);
      if (!fields) return unsigned(c);
      const row = findGatewayPayment(sandbox, name, 'id', fields.payment_id);
      if (!row) return show(c, undefined);
      const minor = toMinorUnits(fields.refund_amount, row.currency);
      const made = sandbox.ledger.together(() =>
        refund(sandbox, String(row.id), minor, String(fields.refund_number)),
      );
      return 'error' in made ? c.json(made, 422) : c.json({ refund_id: made.id });
    });
    /** Called by the card form to start the card check with a token that the shop has signed. */
    app.post('/gateway/card-check', async (c) => {
      const { jwt = '' } = (await c.req.json()) as Record<string, string>;
      const claims = readToken(jwt);
      if (!claims || claims.exp * 1000 <= sandbox.now()) {
        return c.json({ error: 'The card cannot be checked. Try again.' }, 422);
      }
      return c.json({ reference_id: sha256(jwt).slice(0, 32) });
    });
    return app;
  },
};

/** Captures an approved payment once. */
function capture(sandbox: Sandbox, id: unknown): Row | undefined {
  return sandbox.ledger.together(() => {
    const row = findGatewayPayment(sandbox, name, 'id', id);
    return row?.status === 'approved' ? updatePaymentStatus(sandbox, row, 'captured', '') : row;
  });
}

/** Returns the claims of a token that is signed with the account's secret; null for any other token. */
function readToken(jwt: string): { exp: number } | null {
  const [head = '', body = '', mac = ''] = jwt.split('.');
  const expected = Buffer.from(hmac(keys.secret, `${head}.${body}`), 'hex').toString('base64url');
  return isEqualConstantTime(mac, expected)
    ? JSON.parse(Buffer.from(body, 'base64url').toString('utf8'))
    : null;
}
