/** The sandbox as used by Stripe's own package. */
import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSandboxApp } from '../../../src/sandbox/app.ts';
import { type Sandbox, sandboxKeys } from '../../../src/sandbox/context.ts';
import { type Ledger, openLedger } from '../../../src/sandbox/ledger.ts';
import { Scenarios } from '../../../src/sandbox/scenarios.ts';
import { readForm } from '../../../src/sandbox/stripe-api.ts';
import { deliverDueWebhooks, queueEvent } from '../../../src/sandbox/webhooks.ts';

const now = Date.UTC(2026, 9, 1);
const base = 'http://sandbox.test';
let ledger: Ledger;
let sandbox: Sandbox;
let app: ReturnType<typeof createSandboxApp>;
let delivered: { url: string; headers: Record<string, string>; body: string }[];

beforeEach(() => {
  ledger = openLedger(':memory:');
  delivered = [];
  sandbox = {
    ...{ ledger, scenarios: new Scenarios(), now: () => now },
    ...{ publicUrl: base, shopUrl: 'http://shop.test', parentOrigins: ['http://shop.test'] },
    fetch: async (url, init) => {
      const headers = init?.headers as Record<string, string>;
      delivered.push({ url: String(url), headers, body: String(init?.body) });
      return new Response(null, { status: 204 });
    },
    notify: (provider, type, resource) => queueEvent(sandbox, provider, type, resource),
  };
  app = createSandboxApp({ sandbox, allowControl: false, onHeartbeat: () => {} });
});
afterEach(() => ledger.close());

function open(key = sandboxKeys.stripeSecretKey): Stripe {
  const carry: typeof fetch = async (address, init) => app.fetch(new Request(String(address), init));
  return new Stripe(key, {
    ...{ host: 'sandbox.test', port: 80, protocol: 'http', telemetry: false, maxNetworkRetries: 0 },
    httpClient: Stripe.createFetchHttpClient(carry),
  });
}

const made = { amount: 1999, currency: 'usd', metadata: { order_no: 'A-1' } };

async function confirm({ id, client_secret }: Stripe.PaymentIntent, number: string, secret = client_secret) {
  const answer = await app.request(`/v1/payment_intents/${id}/confirm`, {
    method: 'POST',
    body: new URLSearchParams({
      ...{ key: sandboxKeys.stripePublishableKey, client_secret: secret ?? '' },
      'payment_method_data[card][number]': number,
    }),
  });
  return { status: answer.status, body: await answer.json() };
}

describe('the sandbox’s Stripe', () => {
  it('refuses in Stripe’s words: keys, parameters, ids, the same key for something else', async () => {
    const { accounts, paymentIntents, refunds } = open();
    expect(await accounts.retrieveCurrent()).toMatchObject({ id: sandboxKeys.stripeAccount });
    await expect(open('sk_test_other').accounts.retrieveCurrent()).rejects.toMatchObject({ statusCode: 401 });
    await expect(open(sandboxKeys.stripePublishableKey).paymentIntents.create(made)).rejects.toThrow();
    await expect(paymentIntents.create({ ...made, amount: 1.5 })).rejects.toMatchObject({ param: 'amount' });
    await expect(paymentIntents.create({ ...made, currency: 'USD' })).rejects.toMatchObject({
      param: 'currency',
    });
    await expect(paymentIntents.create({ ...made, customer: 'cus_1' })).rejects.toMatchObject({
      ...{ type: 'StripeInvalidRequestError', code: 'parameter_unknown' },
    });
    await expect(paymentIntents.retrieve('pi_none')).rejects.toMatchObject({ code: 'resource_missing' });
    await expect(refunds.create({ charge: 'ch_none' })).rejects.toMatchObject({ statusCode: 404 });
    const { id } = await paymentIntents.create(made, { idempotencyKey: 'k' });
    expect((await paymentIntents.create(made, { idempotencyKey: 'k' })).id).toBe(id);
    await expect(
      paymentIntents.create({ ...made, amount: 1 }, { idempotencyKey: 'k' }),
    ).rejects.toMatchObject({ type: 'StripeIdempotencyError' });
    await expect(paymentIntents.capture(id)).rejects.toMatchObject({
      code: 'payment_intent_unexpected_state',
    });
  });

  it('lets a page confirm with the intent’s own secret only, and takes no card but test cards', async () => {
    const { paymentIntents } = open();
    const intent = await paymentIntents.create(made);
    expect(await confirm(intent, '4242424242424242', `${intent.id}_secret_x`)).toMatchObject({ status: 404 });
    const other = await paymentIntents.create(made);
    expect(await confirm(intent, '4242424242424242', other.client_secret)).toMatchObject({ status: 404 });
    expect(await confirm(intent, '4111111111111111')).toMatchObject({
      ...{ status: 402, body: { error: { code: 'incorrect_number' } } },
    });
    expect(await confirm(intent, '4242 4242 4242 4242')).toMatchObject({
      ...{ status: 200, body: { status: 'succeeded', amount_received: 1999 } },
    });
    expect(await confirm(intent, '4242424242424242')).toMatchObject({ status: 400 });
    expect(ledger.all('SELECT kind, amount FROM moves')).toEqual([{ kind: 'capture', amount: '1999' }]);
    expect(JSON.stringify(ledger.all('SELECT body FROM stripe_intents'))).not.toContain('42424242');
  });

  it('reserves, captures, cancels and sends back no more than there is', async () => {
    const { paymentIntents, refunds } = open();
    const manual = { ...made, capture_method: 'manual' as const };
    const intent = await paymentIntents.create(manual);
    await confirm(intent, '4242424242424242');
    const expand = ['latest_charge'];
    const taken = await paymentIntents.capture(intent.id, { expand });
    const charge = taken.latest_charge as Stripe.Charge;
    expect([taken.status, charge.captured, charge.refunded]).toEqual(['succeeded', true, false]);
    await expect(paymentIntents.cancel(intent.id)).rejects.toThrow('succeeded');
    await expect(refunds.create({ charge: charge.id, amount: 2000 })).rejects.toThrow('greater');
    await refunds.create({ charge: charge.id, amount: 999 });
    await refunds.create({ payment_intent: intent.id });
    await expect(refunds.create({ charge: charge.id })).rejects.toMatchObject({
      code: 'charge_already_refunded',
    });
    expect((await refunds.list({ charge: charge.id })).data.map(({ amount }) => amount)).toEqual([999, 1000]);
    const given = await paymentIntents.create(manual);
    await confirm(given, '4242424242424242');
    expect((await paymentIntents.cancel(given.id)).status).toBe('canceled');
  });

  it('signs its events as Stripe’s package checks them', async () => {
    const { paymentIntents, webhooks } = open();
    await confirm(await paymentIntents.create(made), '4000000000000002');
    await deliverDueWebhooks(sandbox);
    const [first, last] = delivered as [(typeof delivered)[0], (typeof delivered)[0]];
    expect(first.url).toBe('http://shop.test/api/v1/webhooks/stripe');
    const read = (body: string, at: number) =>
      webhooks.constructEvent(
        ...([body, last.headers['stripe-signature'] ?? '', sandboxKeys.stripeWebhookSecret] as const),
        ...([300, undefined, at] as const),
      );
    expect(read(last.body, now)).toMatchObject({
      type: 'payment_intent.payment_failed',
      data: { object: { last_payment_error: { decline_code: 'generic_decline' } } },
    });
    expect(() => read(`${last.body} `, now)).toThrow();
    expect(() => read(last.body, now + 301_000)).toThrow();
  });

  it('reads forms as its package writes them, whatever they name', () => {
    expect(readForm('a=1&m[x]=2&m[y][z]=3&expand[0]=c')).toEqual({
      ...{ a: '1', m: { x: '2', y: { z: '3' } }, expand: { 0: 'c' } },
    });
    readForm('__proto__[polluted]=1&a[__proto__][polluted]=1');
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});
