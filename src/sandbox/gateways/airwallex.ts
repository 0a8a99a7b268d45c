/** Simulates Airwallex's API: login, PaymentIntents, refunds and webhooks. The simulated browser SDK is assets/airwallex.js. */
import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { refund, shopperActionUrl } from '../gateway-api.ts';
import type { Row } from '../ledger.ts';
import {
  createGatewayPayment,
  findGatewayPayment,
  formatDecimalAmount,
  hmac,
  type SandboxGateway,
  sandboxGatewayKeys,
  stringOrEmpty,
  toMinorUnits,
} from './sandbox-gateway.ts';

const name = 'airwallex';
const keys = sandboxGatewayKeys(name);
const lasts = 30 * 60_000;
const states: Record<string, string> = {
  created: 'REQUIRES_PAYMENT_METHOD',
  declined: 'REQUIRES_PAYMENT_METHOD',
  requires_action: 'REQUIRES_CUSTOMER_ACTION',
  captured: 'SUCCEEDED',
  refunded: 'SUCCEEDED',
};

function present(row: Row, actionUrl: string) {
  const { id, status, request_id, currency, client_secret } = row;
  const isAuthentication = status === 'requires_action' && actionUrl !== '';
  return {
    ...{ id, request_id: randomUUID(), merchant_order_id: request_id, currency, client_secret },
    amount: Number(formatDecimalAmount(row)),
    captured_amount: status === 'captured' ? Number(formatDecimalAmount(row)) : 0,
    status: states[String(status)],
    ...(isAuthentication && { next_action: { type: 'redirect', method: 'GET', url: actionUrl } }),
    ...(status === 'declined' && {
      latest_payment_attempt: { status: 'FAILED', failure_code: 'issuer_declined' },
    }),
  };
}

export const airwallex: SandboxGateway = {
  notice: (row) => ({
    id: `evt_${row.id}_${row.status}`,
    name: row.status === 'declined' ? 'payment_intent.requires_payment_method' : 'payment_intent.succeeded',
    account_id: keys.account,
    data: { object: present(row, '') },
  }),
  headers: (now, body) => ({
    'x-timestamp': String(now),
    'x-signature': hmac(keys.webhookSecret, now + body),
  }),
  api(sandbox) {
    const app = new Hono();
    const { ledger } = sandbox;
    const show = (row: Row) => present(row, shopperActionUrl(sandbox, row));

    app.post('/api/v1/authentication/login', (c) => {
      const isValidClient =
        c.req.header('x-client-id') === keys.clientId && c.req.header('x-api-key') === keys.secret;
      if (!isValidClient) return c.json({ code: 'credentials_invalid' }, 401);
      const expires_at = sandbox.now() + lasts;
      const token = randomUUID();
      ledger.insert('tokens', { token, expires_at });
      return c.json({ token, expires_at: new Date(expires_at).toISOString() }, 201);
    });
    app.use('/api/v1/pa/*', async (c, next) => {
      const token = /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '')?.[1] ?? '';
      const storedToken = ledger.one(
        'SELECT * FROM tokens WHERE token = ? AND expires_at > ?',
        token,
        sandbox.now(),
      );
      return storedToken ? next() : c.json({ code: 'unauthorized' }, 401);
    });
    app.post('/api/v1/pa/payment_intents/create', async (c) => {
      const body = (await c.req.json()) as Record<string, unknown>;
      const currency = stringOrEmpty(body.currency);
      const row = createGatewayPayment(sandbox, name, {
        ...{
          requestId: stringOrEmpty(body.request_id),
          orderNo: stringOrEmpty(body.merchant_order_id),
          flow: 'client',
        },
        ...{
          amount: toMinorUnits(body.amount, currency),
          currency,
          returnUrl: stringOrEmpty(body.return_url),
        },
      });
      return row ? c.json(show(row), 201) : c.json({ code: 'validation_error' }, 400);
    });
    app.get('/api/v1/pa/payment_intents/:id', (c) => {
      const row = findGatewayPayment(sandbox, name, 'id', c.req.param('id'));
      return row ? c.json(show(row)) : c.json({ code: 'not_found' }, 404);
    });
    app.post('/api/v1/pa/refunds/create', async (c) => {
      const body = (await c.req.json()) as Record<string, unknown>;
      const row = findGatewayPayment(sandbox, name, 'id', body.payment_intent_id);
      if (!row) return c.json({ code: 'not_found' }, 404);
      const minor = toMinorUnits(body.amount, row.currency);
      const made = ledger.together(() => refund(sandbox, String(row.id), minor, String(body.request_id)));
      return 'error' in made
        ? c.json({ code: 'invalid_status_for_operation' }, 400)
        : c.json({ ...made, status: 'RECEIVED' }, 201);
    });
    return app;
  },
};
