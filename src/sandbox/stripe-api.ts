/**
 * Simulates the part of Stripe's REST API that a shop and its pages use: PaymentIntents, refunds and the account. Requests are
 * form-encoded, responses are JSON.
 */
import { createHash } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { newId, type Sandbox, sandboxKeys } from './context.ts';
import { idempotencyError, invalidRequestError, StripeApiError } from './stripe-errors.ts';
import {
  account,
  cancel,
  capture,
  confirm,
  findBySecret,
  type Intent,
  newIntent,
  readIntent,
  recordCaptureOrRefund,
  saveIntent,
  toIntentResponse,
} from './stripe-intents.ts';

interface Params {
  [name: string]: string | Params;
}

/** Parses a form body or query string into nested objects; lists become objects with numeric keys. */
export function readForm(text: string): Params {
  const params: Params = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/\[|\]\[?/).filter((part) => part !== '');
    if (path.some((part) => part === '__proto__')) continue;
    let place = params;
    for (const part of path.slice(0, -1)) {
      const next = place[part];
      const inner = typeof next === 'object' ? next : {};
      place[part] = inner;
      place = inner;
    }
    const last = path.at(-1);
    if (last !== undefined) place[last] = value;
  }
  return params;
}

/** Returns a string parameter, '' if it was not sent. */
function word(params: Params, ...path: string[]): string {
  let place: string | Params | undefined = params;
  for (const part of path) place = typeof place === 'object' ? place[part] : undefined;
  return typeof place === 'string' ? place : '';
}

/** Returns the entries of a nested parameter, such as `metadata`, as strings. */
function readStringParams(params: Params, name: string): Record<string, string> {
  const place = params[name];
  return typeof place === 'object'
    ? Object.fromEntries(Object.entries(place).map(([key, value]) => [key, String(value)]))
    : {};
}

type Result = { status: number; body: unknown };
const done = (body: unknown): Result => ({ status: 200, body });

/** Allowed parameters by endpoint; Stripe rejects all others. */
const allowedParams = {
  create: [
    ...['amount', 'currency', 'automatic_payment_methods', 'capture_method', 'description', 'metadata'],
    'expand',
  ],
  capture: ['amount_to_capture', 'expand'],
  refund: ['charge', 'payment_intent', 'amount', 'metadata', 'reason', 'expand'],
};

export function createStripeApi(sandbox: Sandbox): Hono {
  const app = new Hono();
  const { ledger } = sandbox;

  /** Executes a request once per Idempotency-Key; a repeated request gets the stored response. Validation errors are not stored. */
  const once = async (c: Context, work: (params: Params) => Result) => {
    const text = await c.req.text();
    const requestKey = c.req.header('idempotency-key');
    const result = ledger.together((): Result => {
      if (!requestKey) return work(readForm(text));
      const key = `stripe ${requestKey}`;
      const fingerprint = createHash('sha256').update(`${c.req.path} ${text}`).digest('hex');
      const storedAnswer = ledger.one('SELECT * FROM answers WHERE key = ?', key);
      if (storedAnswer && storedAnswer.fingerprint !== fingerprint) throw idempotencyError();
      if (storedAnswer)
        return { status: Number(storedAnswer.status), body: JSON.parse(String(storedAnswer.body)) };
      const made = work(readForm(text));
      ledger.insert('answers', { key, fingerprint, status: made.status, body: JSON.stringify(made.body) });
      return made;
    });
    return c.json(result.body as object, result.status as 200);
  };

  const ofMerchant = (c: Context) => {
    if (c.req.header('authorization') === `Bearer ${sandboxKeys.stripeSecretKey}`) return;
    throw invalidRequestError('', 'Invalid API Key provided.', undefined, 401);
  };
  const isExpanded = (params: Params) =>
    Object.values(readStringParams(params, 'expand')).includes('latest_charge');
  /** The browser SDK authenticates with the publishable key and the intent's client secret, not with the secret key. */
  const ofPage = (c: Context, params: Params): Intent => {
    const key = word(params, 'key') || (c.req.header('authorization') ?? '').replace(/^Bearer /, '');
    const intent = findBySecret(sandbox, word(params, 'client_secret'));
    if (key === sandboxKeys.stripePublishableKey && intent && intent.id === c.req.param('id')) return intent;
    throw invalidRequestError('resource_missing', 'No such payment_intent.', 'intent', 404);
  };

  const counted = async (c: Context, next: () => Promise<void>) => {
    c.header('request-id', `req_${newId(14)}`);
    await next();
  };
  for (const path of ['/v1/account', '/v1/payment_intents/*', '/v1/refunds']) app.use(path, counted);

  app.get('/v1/account', (c) => {
    ofMerchant(c);
    return c.json(account);
  });

  app.post('/v1/payment_intents', (c) => {
    ofMerchant(c);
    return once(c, (params) => {
      refuseUnknown(params, allowedParams.create);
      return done(toIntentResponse(newIntent(sandbox, readNew(params)), isExpanded(params)));
    });
  });

  app.get('/v1/payment_intents/:id', (c) => {
    const params = readForm(new URL(c.req.url).search);
    if (word(params, 'client_secret')) return c.json(toIntentResponse(ofPage(c, params)));
    ofMerchant(c);
    return c.json(toIntentResponse(readIntent(sandbox, c.req.param('id')), isExpanded(params)));
  });

  /** Called by the browser SDK's card form; the card number is not stored. */
  app.post('/v1/payment_intents/:id/confirm', (c) =>
    once(c, (params) => {
      const after = confirm(
        sandbox,
        ofPage(c, params),
        word(params, 'payment_method_data', 'card', 'number'),
      );
      const error = after.status === 'requires_payment_method' ? after.last_payment_error : null;
      if (!error) return done(toIntentResponse(after));
      return { status: 402, body: { error: { ...error, payment_intent: toIntentResponse(after) } } };
    }),
  );

  app.post('/v1/payment_intents/:id/capture', (c) => {
    ofMerchant(c);
    return once(c, (params) => {
      refuseUnknown(params, allowedParams.capture);
      const after = capture(sandbox, readIntent(sandbox, c.req.param('id')));
      return done(toIntentResponse(after, isExpanded(params)));
    });
  });

  app.post('/v1/payment_intents/:id/cancel', (c) => {
    ofMerchant(c);
    return once(c, () => done(toIntentResponse(cancel(sandbox, readIntent(sandbox, c.req.param('id'))))));
  });

  app.get('/v1/refunds', (c) => {
    ofMerchant(c);
    const params = readForm(new URL(c.req.url).search);
    const intent = intentOf(sandbox, params);
    const rows = ledger.all('SELECT body FROM stripe_refunds WHERE intent = ?', intent.id);
    const data = rows.map((row) => JSON.parse(String(row.body)));
    return c.json({ object: 'list', url: '/v1/refunds', has_more: false, data });
  });

  app.post('/v1/refunds', (c) => {
    ofMerchant(c);
    return once(c, (params) => {
      refuseUnknown(params, allowedParams.refund);
      return done(refund(sandbox, intentOf(sandbox, params), params));
    });
  });

  app.onError((error, c) => {
    if (error instanceof StripeApiError) return c.json(error.body, error.status);
    throw error;
  });
  return app;
}

function refuseUnknown(params: Params, names: string[]): void {
  const strange = Object.keys(params).find((name) => !names.includes(name));
  if (strange)
    throw invalidRequestError('parameter_unknown', `Received unknown parameter: ${strange}`, strange);
}

function readNew(params: Params) {
  const amount = Number(word(params, 'amount'));
  if (!Number.isSafeInteger(amount) || amount <= 0) {
    throw invalidRequestError('parameter_invalid_integer', 'Invalid integer: amount', 'amount');
  }
  const currency = word(params, 'currency');
  if (!/^[a-z]{3}$/.test(currency))
    throw invalidRequestError('', `Invalid currency: ${currency}`, 'currency');
  return {
    ...{ amount, currency, capture_method: word(params, 'capture_method') || 'automatic_async' },
    ...{ description: word(params, 'description'), metadata: readStringParams(params, 'metadata') },
  };
}

/** Returns the PaymentIntent to which a refund, or a list of refunds, belongs. */
function intentOf(sandbox: Sandbox, params: Params): Intent {
  const id = word(params, 'payment_intent');
  if (id) return readIntent(sandbox, id);
  const charge = word(params, 'charge');
  const move = sandbox.ledger.one(
    `SELECT payment_id FROM moves WHERE id = ? AND provider = 'stripe'`,
    charge,
  );
  if (!move) throw invalidRequestError('resource_missing', `No such charge: '${charge}'`, 'charge', 404);
  return readIntent(sandbox, String(move.payment_id));
}

function refund(sandbox: Sandbox, intent: Intent, params: Params) {
  const charge = intent.latest_charge;
  if (!charge?.captured)
    throw invalidRequestError('charge_not_refundable', 'Nothing was captured.', 'charge');
  if (charge.refunded) {
    throw invalidRequestError(
      'charge_already_refunded',
      `Charge ${charge.id} has already been refunded.`,
      'charge',
    );
  }
  const remaining = charge.amount_captured - charge.amount_refunded;
  const amount = Number(word(params, 'amount') || remaining);
  if (!Number.isSafeInteger(amount) || amount <= 0 || amount > remaining) {
    throw invalidRequestError(
      'amount_too_large',
      'Refund amount is greater than what is left of the charge.',
      'amount',
    );
  }
  const id = `re_${newId(24)}`;
  const after = {
    ...charge,
    amount_refunded: charge.amount_refunded + amount,
    refunded: amount === remaining,
  };
  saveIntent(sandbox, { ...intent, latest_charge: after });
  recordCaptureOrRefund(sandbox, intent, 'refund', id, charge.id, amount);
  const made = {
    ...{ object: 'refund', id, amount, currency: intent.currency, status: 'succeeded' },
    ...{ charge: charge.id, payment_intent: intent.id, metadata: readStringParams(params, 'metadata') },
  };
  sandbox.ledger.insert('stripe_refunds', { id, intent: intent.id, body: JSON.stringify(made) });
  sandbox.notify('stripe', 'charge.refunded', after);
  return made;
}
