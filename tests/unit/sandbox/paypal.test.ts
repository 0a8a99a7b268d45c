import { verify, X509Certificate } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSandboxApp } from '../../../src/sandbox/app.ts';
import { type Sandbox, sandboxKeys } from '../../../src/sandbox/context.ts';
import { type Ledger, openLedger } from '../../../src/sandbox/ledger.ts';
import { Scenarios } from '../../../src/sandbox/scenarios.ts';
import { deliverDueWebhooks, paypalSignedText, queueEvent } from '../../../src/sandbox/webhooks.ts';

let now: number;
let ledger: Ledger;
let sandbox: Sandbox;
let app: ReturnType<typeof createSandboxApp>;
let delivered: { url: string; headers: Record<string, string>; body: string }[];
let shopAnswers: number;

beforeEach(() => {
  now = Date.UTC(2026, 9, 1);
  ledger = openLedger(':memory:');
  delivered = [];
  shopAnswers = 204;
  sandbox = {
    ledger,
    scenarios: new Scenarios(),
    publicUrl: 'http://sandbox.test',
    shopUrl: 'http://shop.test',
    parentOrigins: ['http://shop.test'],
    now: () => now,
    fetch: async (url, init) => {
      delivered.push({
        url: String(url),
        headers: init?.headers as Record<string, string>,
        body: String(init?.body),
      });
      return new Response(null, { status: shopAnswers });
    },
    notify: (provider, type, resource) => queueEvent(sandbox, provider, type, resource),
  };
  app = createSandboxApp({ sandbox, allowControl: false, onHeartbeat: () => {} });
});
afterEach(() => ledger.close());

async function signIn(): Promise<string> {
  const keys = btoa(`${sandboxKeys.paypalClientId}:${sandboxKeys.paypalClientSecret}`);
  const answer = await app.request('/v1/oauth2/token', {
    method: 'POST',
    headers: { authorization: `Basic ${keys}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}

async function call(path: string, body: unknown = {}, requestId = '', method = 'POST') {
  const answer = await app.request(path, {
    method,
    headers: {
      authorization: `Bearer ${await signIn()}`,
      'content-type': 'application/json',
      ...(requestId ? { 'paypal-request-id': requestId } : {}),
    },
    ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text ? JSON.parse(text) : null };
}

const usd = (value: string) => ({ currency_code: 'USD', value });
const wanted = (amount: object, more: object = {}) => ({
  intent: 'CAPTURE',
  purchase_units: [{ amount, custom_id: 'r1', ...more }],
});
const issue = (answer: { body: { details?: { issue: string }[] } }) => answer.body.details?.[0]?.issue;

async function approved(): Promise<string> {
  const { body } = await call('/v2/checkout/orders', wanted(usd('20.00')));
  await app.request('/checkoutnow', {
    method: 'POST',
    body: new URLSearchParams({ token: body.id, decision: 'approve' }),
  });
  return body.id;
}

describe('the sandbox as PayPal', () => {
  it('lets nobody in without keys or with a token that has ended', async () => {
    expect((await app.request('/v1/oauth2/token', { method: 'POST' })).status).toBe(401);
    const token = await signIn();
    const ask = () => app.request('/v2/checkout/orders/X', { headers: { authorization: `Bearer ${token}` } });
    expect((await ask()).status).toBe(404);
    now += 32_400_000;
    expect((await ask()).status).toBe(401);
  });

  it('makes one order of the same request id, and refuses the id for another request', async () => {
    const first = await call('/v2/checkout/orders', wanted(usd('20.00')), 'once');
    const again = await call('/v2/checkout/orders', wanted(usd('20.00')), 'once');
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.body.id).toBe(first.body.id);
    expect(issue(await call('/v2/checkout/orders', wanted(usd('21.00')), 'once'))).toBe(
      'PAYPAL_REQUEST_ID_PREVIOUSLY_USED',
    );
  });

  it('checks that amounts add up and have the currency’s digits', async () => {
    const order = (amount: object, more = {}) => call('/v2/checkout/orders', wanted(amount, more));
    const breakdown = { item_total: usd('18.00'), shipping: usd('3.00'), discount: usd('1.00') };
    expect((await order({ ...usd('20.00'), breakdown })).status).toBe(201);
    expect(issue(await order({ ...usd('20.01'), breakdown }))).toBe('AMOUNT_MISMATCH');
    const items = [{ name: 'Bowl', quantity: '2', unit_amount: usd('8.00') }];
    expect(issue(await order({ ...usd('20.00'), breakdown }, { items }))).toBe('ITEM_TOTAL_MISMATCH');
    expect(issue(await order(usd('20.001')))).toBe('DECIMAL_PRECISION');
    expect(issue(await order({ currency_code: 'JPY', value: '20.00' }))).toBe('DECIMAL_PRECISION');
    expect(issue(await order(usd('0.00')))).toBe('CANNOT_BE_ZERO_OR_NEGATIVE');
  });

  it('captures after approval only, and once', async () => {
    const { body } = await call('/v2/checkout/orders', wanted(usd('20.00')));
    expect(issue(await call(`/v2/checkout/orders/${body.id}/capture`))).toBe('ORDER_NOT_APPROVED');
    const id = await approved();
    const taken = await call(`/v2/checkout/orders/${id}/capture`, {}, 'c');
    expect(taken.body).toMatchObject({ status: 'COMPLETED' });
    expect((await call(`/v2/checkout/orders/${id}/capture`, {}, 'c')).status).toBe(200);
    expect(issue(await call(`/v2/checkout/orders/${id}/capture`, {}, 'd'))).toBe('ORDER_ALREADY_CAPTURED');
    expect(ledger.all('SELECT kind, amount FROM moves')).toEqual([{ kind: 'capture', amount: '20.00' }]);
  });

  it('refunds no more than was captured', async () => {
    const id = await approved();
    const { body } = await call(`/v2/checkout/orders/${id}/capture`);
    const capture = `/v2/payments/captures/${body.purchase_units[0].payments.captures[0].id}/refund`;
    expect(issue(await call(capture, { amount: usd('20.01') }))).toBe('REFUND_AMOUNT_EXCEEDED');
    expect((await call(capture, { amount: usd('15.00') })).status).toBe(201);
    expect(issue(await call(capture, { amount: usd('5.01') }))).toBe('REFUND_AMOUNT_EXCEEDED');
    expect((await call(capture)).status).toBe(422);
    expect((await call(capture, { amount: usd('5.00') })).status).toBe(201);
    expect(issue(await call(capture, { amount: usd('1.00') }))).toBe('CAPTURE_FULLY_REFUNDED');
  });

  it('signs its webhooks with a certificate that can be checked, and confirms the signature itself', async () => {
    await approved();
    await deliverDueWebhooks(sandbox);
    const [{ url, headers, body }] = delivered as [(typeof delivered)[0]];
    expect(url).toBe('http://shop.test/api/v1/webhooks/paypal');
    const pem = await (await app.request(new URL(headers['paypal-cert-url']!).pathname)).text();
    const [id = '', time = '', signature = ''] = ['id', 'time', 'sig'].map(
      (name) => headers[`paypal-transmission-${name}`],
    );
    const message = Buffer.from(paypalSignedText(id, time, sandboxKeys.paypalWebhookId, body));
    const { publicKey } = new X509Certificate(pem);
    expect(verify('sha256', message, publicKey, Buffer.from(signature, 'base64'))).toBe(true);
    const claim = {
      ...{ transmission_id: id, transmission_time: time, transmission_sig: signature },
      ...{ webhook_id: sandboxKeys.paypalWebhookId, webhook_event: JSON.parse(body) },
    };
    const check = async (given: object) =>
      (await call('/v1/notifications/verify-webhook-signature', given)).body;
    expect(await check(claim)).toEqual({ verification_status: 'SUCCESS' });
    expect(await check({ ...claim, transmission_id: 'other' })).toEqual({ verification_status: 'FAILURE' });
  });

  it('delivers again with growing pauses until the shop has taken the event', async () => {
    await approved();
    shopAnswers = 500;
    await deliverDueWebhooks(sandbox);
    await deliverDueWebhooks(sandbox);
    expect(delivered).toHaveLength(1);
    now += 1_000;
    await deliverDueWebhooks(sandbox);
    now += 1_000;
    await deliverDueWebhooks(sandbox);
    expect(delivered).toHaveLength(2);
    shopAnswers = 204;
    now += 1_000;
    await deliverDueWebhooks(sandbox);
    now += 3_600_000;
    await deliverDueWebhooks(sandbox);
    expect(delivered).toHaveLength(3);
  });

  it('shows its pages as test pages, in frames of the shop only', async () => {
    const { body } = await call('/v2/checkout/orders', wanted(usd('20.00')));
    const page = await app.request(`/checkoutnow?token=${body.id}`);
    expect(await page.text()).toContain('Sandbox: no real money');
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    const frame = await app.request('/gateway/card-frame');
    expect(frame.headers.get('content-security-policy')).toContain('frame-ancestors http://shop.test');
  });

  it('takes test cards only, and has no door for tests unless it is opened', async () => {
    const token = (number: string) =>
      app.request('/gateway/v1/tokens', {
        method: 'POST',
        body: JSON.stringify({ number, expiry: '12/30', cvc: '123' }),
      });
    expect((await token('4242 4242 4242 4242')).status).toBe(200);
    expect((await token('4111111111111111')).status).toBe(422);
    expect((await app.request('/control/moves')).status).toBe(404);
  });
});
