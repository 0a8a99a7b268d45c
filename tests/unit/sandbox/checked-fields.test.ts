/** The sandbox rejects what a provider rejects: it checks each field with a merchant, a payment, money or an address. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CreatePaymentRequest } from '#server/core/payment-provider.ts';
import { airwallex } from '#server/payments/providers/airwallex/provider.ts';
import { cardProvider } from '#server/payments/providers/card/provider.ts';
import { payPalProvider } from '#server/payments/providers/paypal/provider.ts';
import { pingpong } from '#server/payments/providers/pingpong/provider.ts';
import type { GatewayKeys } from '#server/payments/providers/redirect/environment.ts';
import { gateways as described } from '#server/payments/providers/redirect/gateways.ts';
import { gatewayProvider } from '#server/payments/providers/redirect/provider.ts';
import { createSandboxApp } from '../../../src/sandbox/app.ts';
import { type Sandbox, sandboxKeys } from '../../../src/sandbox/context.ts';
import { type Ledger, openLedger } from '../../../src/sandbox/ledger.ts';
import { Scenarios } from '../../../src/sandbox/scenarios.ts';

const now = Date.UTC(2026, 9, 1);
const base = 'http://sandbox.test';
let ledger: Ledger;
let outside: { fetch: typeof fetch; now: () => number };

beforeEach(() => {
  ledger = openLedger(':memory:');
  const sandbox: Sandbox = {
    ...{ ledger, scenarios: new Scenarios(), now: () => now, publicUrl: base, shopUrl: 'http://shop.test' },
    ...{ parentOrigins: [], fetch: async () => new Response(), notify: () => {} },
  };
  const app = createSandboxApp({ sandbox, allowControl: false, onHeartbeat: () => {} });
  outside = {
    fetch: async (address, init) => app.fetch(new Request(String(address), init)),
    now: () => now,
  };
});
afterEach(() => ledger.close());

let last = 0;
function request(
  flow: CreatePaymentRequest['flow'],
  change: Partial<CreatePaymentRequest> = {},
): CreatePaymentRequest {
  last += 1;
  return {
    ...{ orderNo: 'A-1', requestId: `A-1-${last}`, amount: 1250, currency: 'USD', flow, intent: 'capture' },
    ...{ returnUrl: 'http://shop.test/back', cancelUrl: 'http://shop.test/cancel', description: 'Order A-1' },
    ...(['charge', 'lookup'].includes(flow) && { cardToken: 'tok_test_success' }),
    ...change,
  };
}

const descriptions = { ...described, pingpong, airwallex };
type GatewayName = keyof typeof descriptions;
const keysOf = (name: GatewayName): GatewayKeys => ({
  ...{ name, api: `${base}/${name}`, web: base, noticeUrl: `http://shop.test/api/v1/webhooks/${name}` },
  ...{ account: name === 'airwallex' ? '' : `sandbox-${name}-account`, clientId: `sandbox-${name}-client` },
  ...{ secret: `sandbox-${name}-secret`, webhookSecret: '' },
  ...{ environment: 'demo', isTest: true },
});

const noMoney = { amount: 0 };
const noCurrency = { currency: 'usd' };
const noReference = { requestId: '' };
const noOrder = { orderNo: '' };
const noReturn = { returnUrl: '/back' };
const noCancel = { cancelUrl: 'javascript:alert(1)' };
const common = [noMoney, noCurrency, noReference, noReturn];

const gateways: [
  GatewayName,
  CreatePaymentRequest['flow'],
  keys: Partial<GatewayKeys>[],
  Partial<CreatePaymentRequest>[],
][] = [
  ['getpay', 'redirect', [{ account: 'x' }, { noticeUrl: '' }], [...common, noOrder, noCancel]],
  ['apia', 'redirect', [{ account: 'x' }, { noticeUrl: '' }], [...common, noCancel]],
  ['linwei', 'redirect', [{ account: 'x' }, { noticeUrl: '' }], [...common, noCancel]],
  ['pingpong', 'redirect', [{ account: 'x' }, { clientId: 'x' }, { noticeUrl: '' }], [...common, noCancel]],
  ['ocean', 'charge', [{ account: 'x' }, { clientId: 'x' }, { noticeUrl: '' }], [...common, noOrder]],
  ['ocean', 'lookup', [{ account: 'x' }, { clientId: 'x' }, { noticeUrl: '' }], [...common, noOrder]],
  ['airwallex', 'kit', [{ clientId: 'x' }], common],
];

describe.each(gateways)('the sandbox’s %s, asked for a %s', (name, flow, wrongKeys, wrong) => {
  const create = (keys: Partial<GatewayKeys>, change: Partial<CreatePaymentRequest>) =>
    gatewayProvider(descriptions[name], { ...keysOf(name), ...keys }, outside).create(request(flow, change));

  it('takes what is whole', async () => {
    expect((await create({}, {})).ref).not.toBe('');
  });
  it.each(wrongKeys)('refuses another merchant: %j', async (keys) => {
    await expect(create(keys, {})).rejects.toThrow();
    expect(ledger.all('SELECT id FROM card_payments')).toEqual([]);
  });
  it.each(wrong)('refuses %j', async (change) => {
    await expect(create({}, change)).rejects.toThrow();
    expect(ledger.all('SELECT id FROM card_payments')).toEqual([]);
  });
});

describe.each(gateways.filter(([name, flow]) => name !== 'airwallex' && flow !== 'lookup'))(
  'the sandbox’s %s, asked by another merchant',
  (name, flow) => {
    it('shows and sends back nothing', async () => {
      const { ref, captureRef = ref } = await gatewayProvider(
        descriptions[name],
        keysOf(name),
        outside,
      ).create(request(flow));
      const other = gatewayProvider(descriptions[name], { ...keysOf(name), account: 'x' }, outside);
      await expect(other.status(ref)).rejects.toMatchObject({ status: 401 });
      await expect(other.refund(captureRef, 1250, 'USD', 'r')).rejects.toMatchObject({ status: 401 });
    });
  },
);

describe.each(['charge', 'redirect', 'kit'] as const)(
  'the sandbox’s card gateway, asked for a %s',
  (flow) => {
    const cards = { api: base, web: base, account: sandboxKeys.cardAccount, webhookSecret: '' };
    const create = (change: Partial<CreatePaymentRequest>, secret = sandboxKeys.cardSecret) =>
      cardProvider({ ...cards, secret }, outside).create(request(flow, change));

    it('takes what is whole', async () => {
      expect((await create({})).ref).not.toBe('');
      await expect(create({}, 'sk_other')).rejects.toMatchObject({ status: 401 });
    });
    it.each([...common, noOrder, noCancel, ...(flow === 'charge' ? [{ cardToken: '' }] : [])])(
      'refuses %j',
      async (change) => {
        await expect(create(change)).rejects.toThrow();
        expect(ledger.all('SELECT id FROM card_payments')).toEqual([]);
      },
    );
  },
);

describe('the sandbox’s PayPal', () => {
  const environment = {
    ...{
      api: base,
      web: base,
      clientId: sandboxKeys.paypalClientId,
      clientSecret: sandboxKeys.paypalClientSecret,
    },
    ...{ webhookId: sandboxKeys.paypalWebhookId, merchantId: sandboxKeys.paypalMerchantId, isSandbox: true },
  };
  const create = (change: Partial<CreatePaymentRequest>, keys: object = {}) =>
    payPalProvider({ ...environment, ...keys } as never, outside).create(request('redirect', change));

  it('takes what is whole', async () => {
    expect((await create({})).ref).not.toBe('');
  });
  it.each([
    [{}, { merchantId: 'OTHER' }],
    [{}, { clientId: 'x' }],
    [noMoney, {}],
    [{ currency: '' }, {}],
    [noReference, {}],
    [noReturn, {}],
    [noCancel, {}],
  ])('refuses %j of %j', async (change, keys) => {
    await expect(create(change, keys)).rejects.toThrow();
    expect(ledger.all('SELECT id FROM paypal_orders')).toEqual([]);
  });
});
