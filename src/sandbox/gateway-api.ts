/** API of the simulated card gateway: card tokens, one-step charges, redirect and client-secret payments, and refunds. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import { newId, type Sandbox, sandboxKeys } from './context.ts';
import type { Row } from './ledger.ts';

/** Outcomes of the test cards of R90. All other numbers are rejected: a test page must not accept real cards. */
const testCards: Record<string, { outcome: 'works' | 'declined' | 'second_step'; brand: string }> = {
  '4242424242424242': { outcome: 'works', brand: 'visa' },
  '4000000000000002': { outcome: 'declined', brand: 'visa' },
  '4000000000003220': { outcome: 'second_step', brand: 'visa' },
};
/** Predefined test tokens, as other gateways also offer them, for payments without the card form. */
const testTokens: Record<string, Row> = {
  tok_test_success: { outcome: 'works', brand: 'visa', last4: '4242' },
  tok_test_failure: { outcome: 'declined', brand: 'visa', last4: '0002' },
};
const lifetime = 60 * 60_000;

export interface GatewayPaymentRequest {
  order_no: string;
  /** `lookup`: the card is checked first, and charged when the shop captures the payment. */
  flow: 'charge' | 'redirect' | 'client' | 'lookup';
  amount: number;
  currency: string;
  card_token?: string;
  return_url: string;
  cancel_url: string;
  description: string;
}

export function createGatewayApi(sandbox: Sandbox): Hono {
  const app = new Hono();
  const { ledger } = sandbox;

  /** Called only by the card form. The card number is not stored; the ledger contains only its last four digits. */
  app.post('/gateway/v1/tokens', async (c) => {
    const { number = '', expiry = '', cvc = '' } = (await c.req.json()) as Record<string, string>;
    const card = testCards[number.replace(/\s/g, '')];
    if (!card) return c.json({ error: 'This is a test page. Use the card 4242 4242 4242 4242.' }, 422);
    const [month = '', year = ''] = expiry.split('/').map((part) => part.trim());
    const ends = Date.UTC(2000 + Number(year), Number(month), 1);
    if (!/^(0[1-9]|1[0-2])$/.test(month) || !/^\d{2}$/.test(year) || ends <= sandbox.now()) {
      return c.json({ error: 'The expiry date is not valid.' }, 422);
    }
    if (!/^\d{3,4}$/.test(cvc)) return c.json({ error: 'The security code is not valid.' }, 422);
    const token = `tok_${randomBytes(18).toString('base64url')}`;
    const last4 = number.slice(-4);
    ledger.insert('card_tokens', { token, ...card, last4, expires_at: sandbox.now() + lifetime });
    return c.json({ token, brand: card.brand, last4 });
  });

  /** Called by the card form to confirm a client-secret payment with a card token. */
  app.post('/gateway/v1/confirm', async (c) => {
    const { client_secret = '', card_token = '' } = (await c.req.json()) as Record<string, string>;
    const row = ledger.together(() => {
      const found = ledger.one('SELECT * FROM card_payments WHERE client_secret = ?', client_secret);
      return found && payWithCard(sandbox, found, card_token);
    });
    return row
      ? c.json(toGatewayPaymentResponse(sandbox, row))
      : c.json({ error: 'This payment is not known.' }, 404);
  });

  app.use('/gateway/v1/payments/*', async (c, next) => {
    const authorization = Buffer.from(c.req.header('authorization') ?? '');
    const expected = Buffer.from(`Bearer ${sandboxKeys.cardSecret}`);
    if (authorization.length !== expected.length || !timingSafeEqual(authorization, expected)) {
      return c.json({ error: 'The key is not valid.' }, 401);
    }
    return next();
  });

  app.get('/gateway/v1/payments/account', (c) => c.json({ id: sandboxKeys.cardAccount, active: true }));

  app.post('/gateway/v1/payments', async (c) => {
    const requestId = c.req.header('idempotency-key');
    const body = (await c.req.json()) as GatewayPaymentRequest;
    if (!requestId || !Number.isInteger(body.amount) || body.amount <= 0) {
      return c.json({ error: 'Idempotency-Key and a positive whole amount are needed.' }, 422);
    }
    const wrong = malformed(body);
    if (wrong) return c.json({ error: `${wrong} is missing or malformed.` }, 422);
    const row = ledger.together(() => createPayment(sandbox, 'simulated', requestId, body));
    return row
      ? c.json(toGatewayPaymentResponse(sandbox, row))
      : c.json({ error: 'The same key came with another amount.' }, 409);
  });

  app.get('/gateway/v1/payments', (c) => {
    const requestId = c.req.query('request_id') ?? '';
    const row = ledger.one('SELECT * FROM card_payments WHERE request_id = ?', requestId);
    return row ? c.json(toGatewayPaymentResponse(sandbox, row)) : c.json({ error: 'not found' }, 404);
  });

  app.get('/gateway/v1/payments/:id', (c) => {
    const row = ledger.one('SELECT * FROM card_payments WHERE id = ?', c.req.param('id'));
    return row ? c.json(toGatewayPaymentResponse(sandbox, row)) : c.json({ error: 'not found' }, 404);
  });

  /** Completes or declines a payment as the shopper would on the payment page or at the bank. */
  app.post('/gateway/v1/payments/:id/simulate', async (c) => {
    const { end } = (await c.req.json()) as { end?: string };
    if (end !== 'success' && end !== 'failure') return c.json({ error: 'end: success or failure' }, 422);
    const row = ledger.together(() => {
      const found = ledger.one('SELECT * FROM card_payments WHERE id = ?', c.req.param('id'));
      return found && simulate(sandbox, found, end);
    });
    return row ? c.json(toGatewayPaymentResponse(sandbox, row)) : c.json({ error: 'not found' }, 404);
  });

  app.post('/gateway/v1/payments/:id/refunds', async (c) => {
    const { amount } = (await c.req.json()) as { amount: number };
    const requestId = c.req.header('idempotency-key') ?? '';
    const made = ledger.together(() => refund(sandbox, c.req.param('id'), amount, requestId));
    return 'error' in made ? c.json(made, 422) : c.json(made);
  });
  return app;
}

/** Returns the name of the first invalid field; undefined if all fields are valid. */
function malformed(body: GatewayPaymentRequest): string | undefined {
  const isAddress = (text: unknown) => /^https?:\/\//.test(String(text)) && URL.canParse(String(text));
  const fields: [name: keyof GatewayPaymentRequest, isAccepted: boolean][] = [
    ['order_no', typeof body.order_no === 'string' && body.order_no !== ''],
    ['flow', ['charge', 'redirect', 'client'].includes(body.flow)],
    ['currency', /^[A-Z]{3}$/.test(String(body.currency))],
    ['card_token', body.flow !== 'charge' || Boolean(body.card_token)],
    ['return_url', isAddress(body.return_url)],
    ['cancel_url', isAddress(body.cancel_url)],
  ];
  return fields.find(([, isAccepted]) => !isAccepted)?.[0];
}

/** Returns a payment in the format of the gateway's API for merchants. */
export function toGatewayPaymentResponse(sandbox: Sandbox, row: Row) {
  const { id, request_id, order_no, status, amount, currency } = row;
  const { client_secret, brand, last4, reason, charge_id } = row;
  return {
    ...{ id, request_id, order_no, status, amount, currency, client_secret, brand, last4, reason, charge_id },
    account: sandboxKeys.cardAccount,
    redirect_url: shopperActionUrl(sandbox, row),
  };
}

/** Returns the URL at which the shopper pays or confirms, '' if there is nothing to do. */
export function shopperActionUrl({ publicUrl }: Sandbox, { flow, status, client_secret }: Row): string {
  const page = flow === 'redirect' && status === 'created' ? 'pay' : 'second-step';
  const isWaiting = status === 'requires_action' || (status === 'created' && flow === 'redirect');
  return isWaiting ? `${publicUrl}/gateway/${page}?secret=${client_secret}` : '';
}

/** Creates a payment, once per request id. Returns undefined if the request id was already used with another amount or currency. */
export function createPayment(
  sandbox: Sandbox,
  provider: string,
  requestId: string,
  body: GatewayPaymentRequest,
): Row | undefined {
  const { ledger } = sandbox;
  const existing = ledger.one('SELECT * FROM card_payments WHERE request_id = ?', requestId);
  if (existing)
    return existing.amount === body.amount && existing.currency === body.currency ? existing : undefined;
  const id = `pay_${newId(20)}`;
  const { order_no, flow, amount, currency, return_url, cancel_url, description } = body;
  ledger.insert('card_payments', {
    ...{ provider, id, request_id: requestId, order_no, flow, status: 'created', amount, currency },
    client_secret: `${id}_secret_${randomBytes(18).toString('base64url')}`,
    ...{ return_url, cancel_url, description, created_at: sandbox.now() },
  });
  const row = ledger.one('SELECT * FROM card_payments WHERE id = ?', id)!;
  const hasCard = body.flow === 'charge' || body.flow === 'lookup';
  return hasCard ? payWithCard(sandbox, row, body.card_token ?? '') : row;
}

/** Charges an open payment with a card token; each token can pay only one payment. */
function payWithCard(sandbox: Sandbox, row: Row, token: string): Row {
  const { ledger } = sandbox;
  if (row.status !== 'created') return row;
  const card = testTokens[token] ?? readCard(sandbox, row, token);
  if (!card)
    return updatePaymentStatus(
      sandbox,
      row,
      'declined',
      'The card details are no longer valid. Enter them again.',
    );
  ledger.run('UPDATE card_tokens SET used_by = ? WHERE token = ?', row.id!, token);
  ledger.run('UPDATE card_payments SET brand = ?, last4 = ? WHERE id = ?', card.brand!, card.last4!, row.id!);
  if (card.outcome === 'second_step') return updatePaymentStatus(sandbox, row, 'requires_action', '');
  if (card.outcome !== 'works')
    return updatePaymentStatus(sandbox, row, 'declined', 'The card was declined.');
  return completeAfterApproval(sandbox, row);
}

/**
 * Completes a payment that needs no further approval from the card holder: captures it or, for a `lookup`, marks it as approved for a later
 * capture.
 */
export function completeAfterApproval(sandbox: Sandbox, row: Row): Row {
  return updatePaymentStatus(sandbox, row, row.flow === 'lookup' ? 'approved' : 'captured', '');
}

function simulate(sandbox: Sandbox, row: Row, end: 'success' | 'failure'): Row {
  if (row.status === 'created') return payWithCard(sandbox, row, `tok_test_${end}`);
  return end === 'success'
    ? updatePaymentStatus(sandbox, row, 'captured', '')
    : updatePaymentStatus(sandbox, row, 'declined', 'The bank refused the payment.');
}

function readCard(sandbox: Sandbox, row: Row, token: string): Row | undefined {
  return sandbox.ledger.one(
    `SELECT * FROM card_tokens WHERE token = ? AND used_by IN ('', ?) AND expires_at > ?`,
    token,
    row.id!,
    sandbox.now(),
  );
}

/** Moves a payment to a new status, records a capture, and notifies the shop of the result. */
export function updatePaymentStatus(
  sandbox: Sandbox,
  row: Row,
  status: 'captured' | 'declined' | 'requires_action' | 'approved',
  reason: string,
): Row {
  const { ledger } = sandbox;
  const chargeId = status === 'captured' ? `ch_${newId(20)}` : '';
  const changed = ledger.run(
    `UPDATE card_payments SET status = ?, reason = ?, charge_id = ? WHERE id = ? AND status IN ('created', 'requires_action', 'approved')`,
    status,
    reason,
    chargeId,
    row.id!,
  );
  const after = ledger.one('SELECT * FROM card_payments WHERE id = ?', row.id!)!;
  if (changed === 0) return after;
  if (status === 'captured') record(sandbox, 'capture', chargeId, '', after, Number(after.amount));
  if (status === 'captured' || status === 'declined') queueWebhook(sandbox, status, after);
  return after;
}

/**
 * Queues the webhook about a payment. The card gateway sends the payment in its API format, other gateways in their own formats
 * (gateways/).
 */
function queueWebhook(sandbox: Sandbox, what: string, row: Row): void {
  const payload = row.provider === 'simulated' ? toGatewayPaymentResponse(sandbox, row) : row;
  sandbox.notify(String(row.provider), `payment.${what}`, payload);
}

function record(
  sandbox: Sandbox,
  kind: 'capture' | 'refund',
  id: string,
  of_id: string,
  { provider, id: payment_id, request_id, currency }: Row,
  amount: number,
): void {
  sandbox.ledger.insert('moves', {
    ...{ id, provider: provider!, kind, of_id, payment_id: payment_id!, request_id: request_id! },
    ...{ amount: String(amount), currency: currency!, at: sandbox.now() },
  });
}

/** Refunds a captured payment, once per request id. @param id id of the payment or of its charge */
export function refund(
  sandbox: Sandbox,
  id: string,
  amount: number,
  requestId: string,
): { id: string } | { error: string } {
  const { ledger } = sandbox;
  const row = ledger.one('SELECT * FROM card_payments WHERE charge_id = ? OR id = ?', id, id);
  if (!row?.charge_id) return { error: 'Nothing was captured.' };
  const refundId = `re_${requestId}`;
  if (ledger.one('SELECT id FROM moves WHERE id = ?', refundId)) return { id: refundId };
  const before = ledger.one(
    `SELECT COALESCE(SUM(CAST(amount AS INTEGER)), 0) AS sum FROM moves WHERE kind = 'refund' AND of_id = ?`,
    row.charge_id,
  );
  if (!Number.isInteger(amount) || amount <= 0 || Number(before!.sum) + amount > Number(row.amount)) {
    return { error: 'More than was captured cannot be refunded.' };
  }
  record(sandbox, 'refund', refundId, String(row.charge_id), row, amount);
  if (Number(before!.sum) + amount === Number(row.amount)) {
    ledger.run(`UPDATE card_payments SET status = 'refunded' WHERE id = ?`, row.id!);
  }
  queueWebhook(sandbox, 'refunded', ledger.one('SELECT * FROM card_payments WHERE id = ?', row.id!)!);
  return { id: refundId };
}
