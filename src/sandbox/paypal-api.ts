/** Simulates the part of PayPal's REST API that a shop uses: tokens, orders v2, captures, refunds, webhook verification. */
import { createHash, randomUUID, verify, X509Certificate } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { newId, type Sandbox, sandboxKeys } from './context.ts';
import { PayPalApiError, payPalError, unprocessableError } from './paypal-errors.ts';
import {
  type CaptureOrRefund,
  captureAmount,
  checkAmount,
  type Money,
  newOrder,
  type Order,
  parseHundredths,
  readOrder,
  recordCaptureOrRefund,
  saveOrder,
  toOrderResponse,
} from './paypal-orders.ts';
import { approve } from './paypal-pages.ts';
import { certificatePath, getSigningKey, paypalSignedText } from './webhooks.ts';

const tokenSeconds = 32_400;
type Result = { status: number; body: unknown };

export function createPayPalApi(sandbox: Sandbox): Hono {
  const app = new Hono();

  app.post('/v1/oauth2/token', async (c) => {
    const expected = `${sandboxKeys.paypalClientId}:${sandboxKeys.paypalClientSecret}`;
    const authorization = c.req.header('authorization') ?? '';
    if (authorization !== `Basic ${Buffer.from(expected).toString('base64')}`) {
      return c.json({ error: 'invalid_client', error_description: 'Client Authentication failed' }, 401);
    }
    const form = await c.req.parseBody();
    if (form.grant_type !== 'client_credentials') return c.json({ error: 'unsupported_grant_type' }, 400);
    const token = `A21AA${randomUUID()}`;
    sandbox.ledger.run('INSERT INTO tokens VALUES (?, ?)', token, sandbox.now() + tokenSeconds * 1000);
    return c.json({
      scope: 'https://uri.paypal.com/services/payments/payment',
      access_token: token,
      token_type: 'Bearer',
      app_id: 'APP-ATOLL',
      expires_in: tokenSeconds,
      nonce: `${new Date(sandbox.now()).toISOString()}${newId(8)}`,
    });
  });

  app.get(certificatePath, (c) => c.text(getSigningKey(sandbox).certificate));

  const signedIn = async (c: Context, next: () => Promise<void>) => {
    const token = (c.req.header('authorization') ?? '').replace(/^Bearer /, '');
    const storedToken = sandbox.ledger.one('SELECT expires_at FROM tokens WHERE token = ?', token);
    if (!storedToken || Number(storedToken.expires_at) <= sandbox.now())
      throw payPalError(401, 'AUTHENTICATION_FAILURE');
    await next();
  };
  app.use('/v2/*', signedIn);
  app.use('/v1/notifications/verify-webhook-signature', signedIn);

  /** Executes a request once per PayPal-Request-Id; a repeated request gets the stored response. */
  const once = async (c: Context, work: (body: Record<string, unknown>) => Result) => {
    const text = await c.req.text();
    const body = parseObject(text);
    const requestId = c.req.header('paypal-request-id');
    const result = sandbox.ledger.together((): Result => {
      if (!requestId) return work(body);
      const key = `${c.req.method} ${c.req.path} ${requestId}`;
      const fingerprint = createHash('sha256').update(text).digest('hex');
      const storedAnswer = sandbox.ledger.one('SELECT * FROM answers WHERE key = ?', key);
      if (storedAnswer && storedAnswer.fingerprint !== fingerprint) {
        throw unprocessableError('PAYPAL_REQUEST_ID_PREVIOUSLY_USED');
      }
      if (storedAnswer) return { status: 200, body: JSON.parse(String(storedAnswer.body)) };
      const made = work(body);
      const { status } = made;
      sandbox.ledger.insert('answers', { key, fingerprint, status, body: JSON.stringify(made.body) });
      return made;
    });
    return c.json(result.body as object, result.status as 200);
  };

  app.post('/v2/checkout/orders', (c) =>
    once(c, (body) => {
      const order = newOrder(sandbox, body);
      saveOrder(sandbox, order);
      return { status: body.payment_source ? 200 : 201, body: toOrderResponse(sandbox, order) };
    }),
  );
  app.get('/v2/checkout/orders/:id', (c) =>
    c.json(toOrderResponse(sandbox, readOrder(sandbox, c.req.param('id')))),
  );
  app.patch('/v2/checkout/orders/:id', async (c) => {
    const changes = (await c.req.json()) as { op: string; path: string; value: unknown }[];
    sandbox.ledger.together(() => patch(sandbox, readOrder(sandbox, c.req.param('id')), changes));
    return c.body(null, 204);
  });
  app.post('/v2/checkout/orders/:id/capture', (c) =>
    once(c, () => {
      const order = payable(readOrder(sandbox, c.req.param('id')), 'CAPTURE');
      captureAmount(sandbox, order, order.purchase_units[0].amount);
      return { status: 201, body: toOrderResponse(sandbox, order) };
    }),
  );
  app.post('/v2/checkout/orders/:id/authorize', (c) =>
    once(c, () => {
      const order = payable(readOrder(sandbox, c.req.param('id')), 'AUTHORIZE');
      return { status: 201, body: toOrderResponse(sandbox, authorize(sandbox, order)) };
    }),
  );
  /** Sandbox only: simulates the buyer on the approval page. */
  app.post('/v2/sandbox/orders/:id/simulate', async (c) => {
    const { end } = parseObject(await c.req.text());
    if (end !== 'success' && end !== 'failure') throw payPalError(400, 'INVALID_REQUEST');
    sandbox.ledger.together(() => approve(sandbox, c.req.param('id'), end === 'failure'));
    return c.json({});
  });
  app.get('/v2/payments/authorizations/:id', (c) =>
    c.json(findMovement(sandbox, 'authorizations', c.req.param('id')).movement),
  );
  app.post('/v2/payments/authorizations/:id/capture', (c) =>
    once(c, () => {
      const { order, movement } = findMovement(sandbox, 'authorizations', c.req.param('id'));
      if (movement.status === 'CAPTURED') throw unprocessableError('AUTHORIZATION_ALREADY_CAPTURED');
      movement.status = 'CAPTURED';
      return { status: 201, body: captureAmount(sandbox, order, movement.amount) };
    }),
  );
  app.get('/v2/payments/captures/:id', (c) =>
    c.json(findMovement(sandbox, 'captures', c.req.param('id')).movement),
  );
  app.post('/v2/payments/captures/:id/refund', (c) =>
    once(c, (body) => {
      const found = findMovement(sandbox, 'captures', c.req.param('id'));
      const requestedAmount = body.amount as Money | undefined;
      return { status: 201, body: refund(sandbox, found.order, found.movement, requestedAmount) };
    }),
  );

  app.post('/v1/notifications/verify-webhook-signature', async (c) => {
    const raw = await c.req.text();
    const fields = parseObject(raw) as Record<string, string> & { webhook_event: unknown };
    const message = paypalSignedText(
      fields.transmission_id ?? '',
      fields.transmission_time ?? '',
      fields.webhook_id ?? '',
      JSON.stringify(fields.webhook_event),
    );
    const key = new X509Certificate(getSigningKey(sandbox).certificate).publicKey;
    const holds = verify(
      'sha256',
      Buffer.from(message),
      key,
      Buffer.from(fields.transmission_sig ?? '', 'base64'),
    );
    return c.json({ verification_status: holds ? 'SUCCESS' : 'FAILURE' });
  });

  app.onError((error, c) => {
    if (error instanceof PayPalApiError) return c.json(error.body, error.status);
    throw error;
  });
  return app;
}

function parseObject(text: string): Record<string, unknown> {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    if (value && typeof value === 'object') return value as Record<string, unknown>;
  } catch {
    // Invalid JSON is rejected below, like any other malformed body.
  }
  throw payPalError(400, 'INVALID_REQUEST', 'MALFORMED_REQUEST_JSON');
}

function payable(order: Order, intent: Order['intent']): Order {
  if (order.intent !== intent) throw unprocessableError('ACTION_DOES_NOT_MATCH_INTENT');
  if (order.status === 'COMPLETED') throw unprocessableError('ORDER_ALREADY_CAPTURED');
  if (order.status !== 'APPROVED') throw unprocessableError('ORDER_NOT_APPROVED');
  if (order.funding === 'declined') throw unprocessableError('INSTRUMENT_DECLINED');
  return order;
}

function patch(
  sandbox: Sandbox,
  order: Order,
  changes: { op: string; path: string; value: unknown }[],
): void {
  if (order.status === 'COMPLETED') throw unprocessableError('ORDER_ALREADY_COMPLETED');
  const unit = order.purchase_units[0];
  for (const { op, path, value } of changes) {
    const field =
      /^\/purchase_units\/@reference_id=='default'\/(amount|custom_id|invoice_id|description)$/.exec(path);
    if (!field || (op !== 'replace' && op !== 'add')) throw unprocessableError('NOT_PATCHABLE', path);
    Object.assign(unit, { [field[1]!]: value });
    // The old items no longer add up to the new amount, so they are deleted.
    if (field[1] === 'amount') delete unit.items;
  }
  checkAmount(unit);
  saveOrder(sandbox, order);
}

function authorize(sandbox: Sandbox, order: Order): Order {
  const unit = order.purchase_units[0];
  const authorization: CaptureOrRefund = {
    id: newId(),
    status: 'CREATED',
    amount: { currency_code: unit.amount.currency_code, value: unit.amount.value },
    ...(unit.custom_id ? { custom_id: unit.custom_id } : {}),
    create_time: new Date(sandbox.now()).toISOString(),
    expiration_time: new Date(sandbox.now() + 29 * 86_400_000).toISOString(),
    supplementary_data: { related_ids: { order_id: order.id } },
  };
  unit.payments = { authorizations: [authorization] };
  order.status = 'COMPLETED';
  saveOrder(sandbox, order);
  sandbox.notify('paypal', 'PAYMENT.AUTHORIZATION.CREATED', authorization);
  return order;
}

function findMovement(sandbox: Sandbox, kind: 'authorizations' | 'captures', id: string) {
  const row = sandbox.ledger.one(
    `SELECT body FROM paypal_orders WHERE EXISTS (SELECT 1 FROM json_each(body, '$.purchase_units[0].payments.${kind}') AS m
      WHERE json_extract(m.value, '$.id') = ?)`,
    id,
  );
  const order = row && (JSON.parse(String(row.body)) as Order);
  const movement = order?.purchase_units[0].payments?.[kind]?.find((entry) => entry.id === id);
  if (!order || !movement) throw payPalError(404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID');
  return { order, movement };
}

function refund(
  sandbox: Sandbox,
  order: Order,
  capture: CaptureOrRefund,
  requestedAmount: Money | undefined,
): CaptureOrRefund {
  const unit = order.purchase_units[0];
  const amount = requestedAmount ?? capture.amount;
  const before = (unit.payments?.refunds ?? [])
    .filter((entry) => entry.capture_id === capture.id)
    .reduce((sum, entry) => sum + parseHundredths(entry.amount, '/amount'), 0);
  const remaining = parseHundredths(capture.amount, '/amount') - before;
  if (amount.currency_code !== capture.amount.currency_code) {
    throw unprocessableError('REFUND_CAPTURE_CURRENCY_MISMATCH');
  }
  if (remaining === 0) throw unprocessableError('CAPTURE_FULLY_REFUNDED');
  if (parseHundredths(amount, '/amount') > remaining) throw unprocessableError('REFUND_AMOUNT_EXCEEDED');
  const made: CaptureOrRefund = {
    id: newId(),
    status: 'COMPLETED',
    amount,
    capture_id: capture.id,
    ...(unit.custom_id ? { custom_id: unit.custom_id } : {}),
    create_time: new Date(sandbox.now()).toISOString(),
    links: [{ rel: 'up', href: `${sandbox.publicUrl}/v2/payments/captures/${capture.id}`, method: 'GET' }],
  };
  capture.status = parseHundredths(amount, '/amount') === remaining ? 'REFUNDED' : 'PARTIALLY_REFUNDED';
  unit.payments = { ...unit.payments, refunds: [...(unit.payments?.refunds ?? []), made] };
  saveOrder(sandbox, order);
  recordCaptureOrRefund(sandbox, 'refund', made, order, capture.id);
  sandbox.notify('paypal', 'PAYMENT.CAPTURE.REFUNDED', made);
  return made;
}
