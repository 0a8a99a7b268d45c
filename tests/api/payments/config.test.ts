import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as codes from '#lib/contract/codes.ts';
import { readEnv } from '#server/core/env.ts';
import { airwallexKeys } from '#server/payments/providers/airwallex/provider.ts';
import { payPalEnvironment } from '#server/payments/providers/paypal/environment.ts';
import { pingpongKeys } from '#server/payments/providers/pingpong/provider.ts';
import { stripeEnvironment } from '#server/payments/providers/stripe/environment.ts';
import { createProviders, getSandboxUrls, mayUseSandbox, paymentHosts } from '#server/payments/providers.ts';
import { paymentSettings } from '#server/payments/settings.ts';
import { writeSetting } from '#server/settings/store.ts';
import type { Visitor } from '../harness/visitor.ts';
import { addProduct, openCheckout, oregon, submit } from '../orders/fixture.ts';
import { createPayShop, type PayShop, placeOne } from './pay-shop.ts';

let shop: PayShop;

beforeAll(async () => {
  shop = await createPayShop();
});
beforeEach(() => configure({}));

function configure(value: Parameters<typeof writeSetting<typeof paymentSettings>>[3]) {
  return shop.db.transaction((trx) =>
    writeSetting(trx, 'payments', paymentSettings, value, shop.clock.now()),
  );
}

const bank = { method: 'bank', provider: 'local', title: 'Bank transfer', flow: 'local' } as const;
const paypal = {
  method: 'paypal',
  provider: 'paypal',
  title: 'PayPal',
  flow: 'redirect',
  account_id: 'paypal',
} as const;

describe('payment methods', () => {
  it('say on pages whether PayPal’s button is to be expected beside a product [PPX-06, PPX-07]', async () => {
    const expected = async () =>
      (await shop.visitor().data('GET /api/v1/storefront/shop')).hasPayPal ?? false;
    expect(await expected()).toBe(true);
    await configure({ paypal: { express_pay_show: ['bag'] } });
    expect(await expected()).toBe(false);
    await configure({ paypal: { express_pay_show: ['detail'] } });
    expect(await expected()).toBe(true);
    await configure({ methods: [{ ...paypal, start_hidden: true }] });
    expect(await expected()).toBe(false);
    await configure({ methods: [bank] });
    expect(await expected()).toBe(false);
  });

  it('are listed for the checkout with account, limits and test mode [PAY-10, API-033]', async () => {
    await configure({ card: { id: 'card', min_amount: 100, max_amount: 50000 } });
    const methods = await shop.visitor().data('GET /pay/config');
    expect(methods).toMatchObject([
      {
        method: 'card',
        provider: 'simulated',
        title: 'Card',
        icons: ['visa', 'mastercard', 'amex'],
        flow: 'card',
        account_id: 'card',
        min_amount: 1,
        max_amount: 500,
      },
      {
        method: 'paypal',
        provider: 'paypal',
        title: 'PayPal',
        icons: ['paypal'],
        flow: 'redirect',
        account_id: 'paypal',
        min_amount: null,
        max_amount: null,
      },
    ]);
    expect(methods[0]).toMatchObject({
      test_mode: true,
      frame_url: `${shop.sandbox.publicUrl}/gateway/card-frame`,
    });
  });

  it('leaves out what is off or has no provider, in the merchant’s order [API-033, API-067]', async () => {
    const other = {
      method: 'other',
      provider: 'local',
      title: 'Other',
      flow: 'card',
      enabled: false,
    } as const;
    const off = { ...bank, method: 'cash', enabled: false };
    await configure({ methods: [bank, other, off, { ...paypal, start_hidden: true }] });
    expect(await shop.visitor().data('GET /pay/method/sequence')).toEqual([
      { method: 'bank', position: 1, start_hidden: false },
      { method: 'paypal', position: 2, start_hidden: true },
    ]);
    expect((await shop.visitor().data('GET /pay/config')).map((entry) => entry.method)).toEqual([
      'bank',
      'paypal',
    ]);
  });

  it('lists local methods with what the shopper has to do [API-059]', async () => {
    await configure({ methods: [paypal, { ...bank, instructions: 'Pay to DE00', countries: ['DE'] }] });
    expect(await shop.visitor().data('GET /api/v1/local/payment/config/:id', { params: { id: 1 } })).toEqual([
      { method: 'bank', title: 'Bank transfer', instructions: 'Pay to DE00', countries: ['DE'] },
    ]);
  });

  it('are refused where a local one is not offered to the country the order goes to [API-059]', async () => {
    await configure({
      methods: [
        { ...bank, countries: ['de'] },
        { ...bank, method: 'cash', title: 'Cash' },
      ],
    });
    const local = (id: number, country_code?: string) =>
      shop
        .visitor()
        .call('GET /api/v1/local/payment/config/:id', { params: { id }, query: { country_code } });
    const names = async (country?: string) => (await local(1, country)).data?.map(({ method }) => method);
    expect([await names(), await names('DE'), await names('US')]).toEqual([
      ['bank', 'cash'],
      ['bank', 'cash'],
      ['cash'],
    ]);
    expect((await local(2)).code).toBe(10404);
    expect((await shop.visitor().data('GET /pay/config')).map(({ countries }) => countries)).toEqual([
      ['DE'],
      [],
    ]);

    const refusal = {
      code: 53130,
      msg: 'Bank transfer is not offered for deliveries to United States. Please choose another payment method.',
    };
    const bowl = await addProduct(shop, { price: 2000, stock: 9 });
    const visitor = shop.visitor();
    const token = await openCheckout(visitor, [bowl]);
    const pay = (by: Visitor, of: string, payment_method: string, address = oregon) =>
      submit(by, of, { email: 'ada@example.com', address, payment_method });
    expect(await pay(visitor, token, 'bank')).toMatchObject(refusal);
    // A placed order cannot change to the bank transfer either.
    const { data } = await pay(visitor, token, 'cash');
    expect(await pay(visitor, token, 'bank')).toMatchObject(refusal);
    const order_no = data!.order_no;
    const change = { body: { order_no, payment_method: 'bank' } };
    expect(await visitor.call('POST /api/v1/order/payment', change)).toMatchObject(refusal);
    const kept = await visitor.data('GET /api/v1/order/:id', { params: { id: order_no } });
    expect(kept.payment_method).toBe('cash');
    const berlin = { ...oregon, city: 'Berlin', zip: '10115', province: '', country_code: 'DE' };
    const other = shop.visitor();
    const inside = await pay(other, await openCheckout(other, [bowl]), 'bank', berlin);
    expect(inside).toMatchObject({ code: 0, data: { next: 'done' } });
  });

  it('tells the limits of an account, none for one without [PAY-11, API-035]', async () => {
    await configure({ paypal: { min_amount: 500, max_amount: 99999 } });
    const limit = (account_id: string) =>
      shop.visitor().data('GET /api/v1/payments/account/order/amount/limit', { query: { account_id } });
    expect(await limit('paypal')).toEqual({ min_amount: 5, max_amount: 999.99 });
    expect(await limit('card')).toEqual({ min_amount: null, max_amount: null });
  });

  it('finds the account by id and type, or by its provider [PAY-11, API-035, API-068]', async () => {
    await configure({ paypal: { min_amount: 500, max_amount: 99999 } });
    const visitor = shop.visitor();
    const least = async (query: { account_id?: string; account_type?: string }) => {
      const limits = visitor.data('GET /api/v1/payments/account/order/amount/limit', { query });
      const { available } = await visitor.data('GET /api/v1/paypal/multiple/avaliable', { query });
      return [(await limits).min_amount, available];
    };
    expect(await least({ account_id: 'paypal', account_type: '1' })).toEqual([5, true]);
    expect(await least({ account_type: '1' })).toEqual([5, true]);
    expect(await least({ account_id: 'paypal', account_type: '2' })).toEqual([null, false]);
    expect(await least({ account_id: 'other', account_type: '1' })).toEqual([null, false]);
    const limits = visitor.data('GET /api/v1/payments/account/order/amount/limit', {
      query: { account_id: 'any', account_type: 'paypal' },
    });
    expect((await limits).min_amount).toBe(5);
  });
});

describe('the PayPal account', () => {
  it('is told to the buttons with everything they need [PPX-02, PPX-25, API-102]', async () => {
    await configure({
      paypal: {
        id: 'main',
        account_type: 2,
        auth_type: 2,
        domain: 'https://pay.example',
        express_pay_show: ['bag'],
        min_amount: 100,
        max_amount: 90_000,
        is_paypal_authorize: true,
        product_title: 'Bowls',
      },
    });
    expect(await shop.visitor().data('GET /api/v1/paypal/multiple')).toEqual({
      id: 'main',
      account_type: 2,
      client_id: 'atoll-sandbox-client',
      auth_type: 2,
      domain: 'https://pay.example',
      express_pay_show: ['bag'],
      min_amount: 1,
      max_amount: 900,
      is_paypal_authorize: true,
      product_title: 'Bowls',
      test_mode: true,
      sdk_url: `${shop.sandbox.publicUrl}/web-sdk/v6/core`,
      currency: 'USD',
    });
  });

  it('is null and unavailable when it is switched off, or PayPal does not let the shop in [PPX-25, API-068, API-102]', async () => {
    const available = (query = {}) => shop.visitor().data('GET /api/v1/paypal/multiple/avaliable', { query });
    expect(await available()).toEqual({ available: true });
    expect(await available({ account_id: 'another' })).toEqual({ available: false });
    await configure({ paypal: { enabled: false } });
    expect(await available()).toEqual({ available: false });
    expect(await shop.visitor().data('GET /api/v1/paypal/multiple')).toBeNull();
  });

  it('is refused for an order when it is switched off [PPX-25, API-027, R66]', async () => {
    const bowl = await addProduct(shop, { price: 2000, stock: 9 });
    const visitor = shop.visitor();
    const token = await openCheckout(visitor, [bowl]);
    await configure({ methods: [bank, paypal], paypal: { enabled: false } });
    const details = { email: 'ada@example.com', address: oregon };
    expect(await submit(visitor, token, { ...details, payment_method: 'paypal' })).toMatchObject({
      code: codes.accountUnavailable,
      msg: expect.stringContaining('is not available now'),
    });
    expect(await submit(visitor, token, { ...details, payment_method: 'bank' })).toMatchObject({
      code: codes.ok,
    });
  });

  it('is there for a checkout only within its limits and for its country [PPX-25, API-102]', async () => {
    const bowl = await addProduct(shop, { price: 2000, stock: 9 });
    const visitor = shop.visitor();
    const token = await openCheckout(visitor, [bowl]);
    const id = async () => (await visitor.data('GET /api/v1/paypal/multiple', { query: { token } }))?.id;
    const paypalFor = (countries: string[], max_amount: number) =>
      configure({ methods: [bank, { ...paypal, countries }], paypal: { max_amount } });
    await paypalFor([], 2000);
    expect(await id()).toBe('paypal');
    await paypalFor([], 1999);
    expect(await id()).toBeUndefined();
    await paypalFor(['DE'], 90_000);
    // The checkout has no country yet.
    expect(await id()).toBe('paypal');
    await submit(visitor, token, { email: 'ada@example.com', address: oregon, payment_method: 'bank' });
    expect(await id()).toBeUndefined();
    await paypalFor(['US'], 90_000);
    expect(await id()).toBe('paypal');
    // Shipping and tax count towards the limit too.
    await paypalFor(['US'], 2000);
    expect(await id()).toBeUndefined();
    const unknown = await visitor.call('GET /api/v1/paypal/multiple', { query: { token: 'unknown' } });
    expect(unknown.code).toBe(10404);
  });

  it('gives the address of its embedded frame for this shop’s own address only [API-022]', async () => {
    const url = `${shop.services.env.SITE_URL}/cart`;
    const ask = (body: { account_id: string; url: string }) =>
      shop.visitor().call('POST /api/v1/shop/link', { body: { shop_id: 1, ...body } });
    const { data } = await ask({ account_id: 'paypal', url });
    expect(data?.link).toBe(
      `${shop.sandbox.publicUrl}/hosted-button?origin=${encodeURIComponent(shop.services.env.SITE_URL)}`,
    );
    expect((await ask({ account_id: 'paypal', url: 'https://evil.example/' })).code).toBe(10001);
    expect((await ask({ account_id: 'nobody', url })).code).toBe(53130);
  });
});

describe('providers without keys, where the sandbox may not be used', () => {
  const gateways = ['ocean', 'airwallex', 'apia', 'linwei', 'pingpong', 'getpay'] as const;

  it('say by name that they are not configured instead of pretending [PAY-07, API-032, API-046, API-047, API-057, API-063]', async () => {
    const { visitor, orderNo: order_no } = await placeOne(shop);
    const call = visitor.call.bind(visitor);
    const taken = gateways.map((name) => [name, shop.payments.get(name)!] as const);
    for (const name of gateways) shop.payments.delete(name);
    const says = (name: string) => ({ code: 53130, msg: `The payment service "${name}" is not configured.` });
    const body = { order_no, card_token: 't' };
    try {
      const asked = {
        getpay: call('POST /api/v1/payments/getpay/orderStatus', { body: { order_no } }),
        ocean: call('POST /api/v1/payments/ocean/jwt', { body: { order_no } }),
        apia: call('GET /payments/account/apiaAccount'),
        pingpong: call('GET /payments/account/pingpong'),
      };
      for (const [name, answer] of Object.entries(asked)) expect(await answer).toMatchObject(says(name));
      expect(await call('POST /api/v1/payments/ocean/lookup', { body })).toMatchObject(says('ocean'));
      for (const provider of [...gateways, 'local'] as const) {
        const named = { body: { order_no, provider, card_token: 't' } };
        expect(await call('POST /api/v1/payments/', named)).toMatchObject(says(provider));
      }
      const stranger = shop.visitor();
      for (const answer of await Promise.all([
        stranger.call('POST /api/v1/payments/getpay/orderStatus', { body }),
        stranger.call('POST /api/v1/payments/ocean/jwt', { body }),
        stranger.call('POST /api/v1/payments/ocean/lookup', { body }),
      ])) {
        expect(answer.code).toBe(10403);
      }
    } finally {
      for (const [name, provider] of taken) shop.payments.set(name, provider);
    }
    const unknown = visitor.call('POST /api/v1/payments/', {
      body: { order_no, provider: 'other' as 'local' },
    });
    expect((await unknown).code).toBe(10001);
  });

  it('keeps what the linwei form reports, from the order’s owner [API-058]', async () => {
    const { visitor, orderNo: order_no } = await placeOne(shop);
    const body = { order_no, message: 'frame did not load' };
    await visitor.data('POST /payments/linwei/pushError', { body });
    expect((await shop.visitor().call('POST /payments/linwei/pushError', { body })).code).toBe(10403);
    const notes = await shop.db.read
      .selectFrom('payment_notes')
      .select(['kind', 'order_no', 'message'])
      .execute();
    expect(notes).toEqual([{ kind: 'linwei', order_no, message: 'frame did not load' }]);
  });
});

describe('where payments go', () => {
  const providersOf = (source: Record<string, string>) =>
    createProviders(readEnv(source), { fetch: globalThis.fetch, now: Date.now });
  const names = (source: Record<string, string>) => [...providersOf(source).keys()];
  const hosts = (source: Record<string, string>) => paymentHosts(providersOf(source).values());
  const modes = (source: Record<string, string>) => ({
    testMode: [...providersOf(source).values()].some(({ isTest }) => isTest),
    needsSandbox: mayUseSandbox(readEnv(source)),
  });

  const played = [
    ...['airwallex', 'simulated', 'paypal', 'pingpong', 'getpay', 'apia', 'linwei', 'ocean', 'stripe'],
  ];
  const airwallex = { AIRWALLEX_CLIENT_ID: 'id', AIRWALLEX_API_KEY: 'key' };
  const pingpong = { PINGPONG_CLIENT_ID: 'id', PINGPONG_ACC_ID: 'acc', PINGPONG_SALT: 'salt' };

  it('takes any key of any gateway, and the word production, for real money: the sandbox plays nobody then', () => {
    for (const [name, value] of Object.entries({
      ...airwallex,
      ...pingpong,
      AIRWALLEX_WEBHOOK_SECRET: 'secret',
      AIRWALLEX_ENVIRONMENT: 'production',
      PINGPONG_ENVIRONMENT: 'production',
    })) {
      expect(names({ [name]: value }), name).toEqual([]);
    }
    expect(names(airwallex)).toEqual(['airwallex']);
    expect(names(pingpong)).toEqual(['pingpong']);
    expect(modes(pingpong)).toEqual({ testMode: true, needsSandbox: false });
    expect(names({ ...airwallex, PAYMENTS: 'sandbox' }).toSorted()).toEqual(played.toSorted());
  });

  it('talks to a gateway itself as soon as there are keys, and to its trial unless told otherwise', () => {
    const at = (source: Record<string, string>, keys: typeof airwallexKeys) => {
      const { api, web, environment } = keys(readEnv(source), null)!;
      return [api, web, environment];
    };
    const SITE_URL = 'https://shop.example';
    const live = { AIRWALLEX_ENVIRONMENT: 'production', PINGPONG_ENVIRONMENT: 'production', SITE_URL };
    const kit = 'https://static.airwallex.com';
    expect(at(airwallex, airwallexKeys)).toEqual(['https://api-demo.airwallex.com', kit, 'demo']);
    expect(at({ ...airwallex, ...live }, airwallexKeys)).toEqual(['https://api.airwallex.com', kit, 'prod']);
    const trial = 'https://sandbox-acquirer-payment.pingpongx.com';
    expect(at(pingpong, pingpongKeys)).toEqual([trial, '', 'demo']);
    const own = 'https://acquirer-payment.pingpongx.com';
    expect(at({ ...pingpong, ...live }, pingpongKeys)).toEqual([own, '', 'prod']);
  });

  it('lets pages load what a gateway needs in the checkout, and only while it is there', () => {
    const own = ['https://*.airwallex.com'];
    expect(hosts(airwallex)).toEqual({ script: own, frame: own, connect: own, img: own });
    expect(hosts(pingpong)).toEqual({ script: [], frame: [], connect: [], img: [] });
    const sandbox = ['http://localhost:4322'];
    expect(hosts({})).toEqual({ script: sandbox, frame: sandbox, connect: sandbox, img: [] });
  });

  it('lets the sandbox pay on a developer’s machine, on a public site only when told to, never when off', () => {
    const SITE_URL = 'https://shop.example';
    expect(names({})).toEqual(played);
    expect(names({ SITE_URL })).toEqual([]);
    expect(names({ SITE_URL, PAYMENTS: 'sandbox' })).toEqual(played);
    expect(names({ PAYMENTS: 'off' })).toEqual([]);
  });

  it('takes no simulated card beside a provider’s keys or the word production, but where PAYMENTS=sandbox says so', () => {
    const keys = { PAYPAL_CLIENT_ID: 'id', PAYPAL_CLIENT_SECRET: 'secret' };
    const SITE_URL = 'https://shop.example';
    const production = { PAYPAL_ENVIRONMENT: 'production' };
    expect(names(keys)).toEqual(['paypal']);
    for (const half of [{ PAYPAL_CLIENT_ID: 'id' }, { PAYPAL_CLIENT_SECRET: 'secret' }] as Record<
      string,
      string
    >[]) {
      expect(() => names(half)).toThrow(
        /^Invalid environment:\s+PAYPAL_CLIENT_\w+ is not set\. PayPal needs/,
      );
      expect(names({ ...half, PAYMENTS: 'off' })).toEqual([]);
    }
    expect(names(production)).toEqual([]);
    expect(names({ ...keys, ...production, SITE_URL })).toEqual(['paypal']);
    expect(modes(production).testMode).toBe(false);
    expect(modes(keys)).toEqual({ testMode: true, needsSandbox: false });
    expect(modes({ ...keys, ...production, SITE_URL }).testMode).toBe(false);
    for (const more of [{}, production]) {
      const told = { ...keys, ...more, SITE_URL, PAYMENTS: 'sandbox' };
      expect(names(told)).toEqual(played);
      expect(payPalEnvironment(readEnv(told), getSandboxUrls(readEnv(told)))).toMatchObject({
        isSandbox: false,
      });
      expect(modes(told).testMode).toBe(true);
    }
  });

  it('talks to PayPal itself as soon as there are keys', () => {
    const keys = { PAYPAL_CLIENT_ID: 'id', PAYPAL_CLIENT_SECRET: 'secret', SITE_URL: 'https://shop.example' };
    expect(names(keys)).toEqual(['paypal']);
    expect(payPalEnvironment(readEnv(keys), null)).toMatchObject({
      api: 'https://api-m.sandbox.paypal.com',
      web: 'https://www.sandbox.paypal.com',
      isSandbox: false,
    });
    expect(modes(keys).testMode).toBe(true);
    expect(payPalEnvironment(readEnv({ ...keys, PAYPAL_ENVIRONMENT: 'production' }), null)).toMatchObject({
      api: 'https://api-m.paypal.com',
      web: 'https://www.paypal.com',
    });
    expect(hosts(keys).script).toEqual(['https://*.paypal.com', 'https://*.paypalobjects.com']);
    expect(hosts({ PAYMENTS: 'off' })).toEqual({
      script: [],
      frame: [],
      connect: [],
      img: [],
    });
  });

  const stripeKeys = {
    STRIPE_SECRET_KEY: 'sk_live_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    SITE_URL: 'https://shop.example',
  };

  it('talks to Stripe itself as soon as there are keys, beside no pretend money', () => {
    expect(names(stripeKeys)).toEqual(['stripe']);
    const real = { api: 'https://api.stripe.com', script: '', isSandbox: false };
    expect(stripeEnvironment(readEnv(stripeKeys), null)).toMatchObject({ ...real, isTest: false });
    expect(modes(stripeKeys).testMode).toBe(false);
    const test = { ...stripeKeys, STRIPE_SECRET_KEY: 'rk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' };
    expect(stripeEnvironment(readEnv(test), null)).toMatchObject({ isSandbox: false, isTest: true });
    expect(modes(test)).toEqual({ testMode: true, needsSandbox: false });
    expect(names({ ...stripeKeys, PAYMENTS: 'off' })).toEqual([]);
    expect(names({ ...test, PAYMENTS: 'sandbox' })).toEqual(played);
  });

  it('lets pages load Stripe’s kit and frames where Stripe is on, and nowhere else', () => {
    expect(hosts(stripeKeys)).toEqual({
      script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
      frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
      connect: ['https://api.stripe.com'],
      img: ['https://*.stripe.com'],
    });
    const paypal = { PAYPAL_CLIENT_ID: 'id', PAYPAL_CLIENT_SECRET: 'secret' };
    for (const source of [paypal, { SITE_URL: 'https://shop.example' }, {}]) {
      expect(JSON.stringify(hosts(source as Record<string, string>))).not.toContain('stripe');
    }
  });
});

describe('the two card forms', () => {
  const stripe = { method: 'stripe', provider: 'stripe', title: 'Card', flow: 'kit' } as const;
  const card = { method: 'card', provider: 'simulated', title: 'Card', flow: 'card' } as const;
  const offered = async () => (await shop.visitor().data('GET /pay/config')).map(({ method }) => method);

  it('are one at the checkout: Stripe’s with its keys, else the pretend one where both are played [API-033, API-067]', async () => {
    await configure({ methods: [stripe, bank, card] });
    expect(await offered()).toEqual(['bank', 'card']);
    await configure({ methods: [stripe, bank, { ...card, enabled: false }] });
    expect(await offered()).toEqual(['stripe', 'bank']);
    await configure({ methods: [card, stripe] });
    const before = shop.payments.get('stripe')!;
    const keys = {
      ...{ STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' },
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
    };
    const real = createProviders(readEnv({ ...keys, PAYMENTS: 'sandbox' }), shop.services);
    shop.payments.set('stripe', real.get('stripe')!);
    expect(await offered()).toEqual(['stripe']);
    shop.payments.set('stripe', before);
    expect(await offered()).toEqual(['card']);
  });

  it('of Stripe begins with its public key and the script that stands in for its own [API-033]', async () => {
    await configure({ methods: [stripe], stripe: { min_amount: 100, is_authorize: true } });
    expect(await shop.visitor().data('GET /pay/config')).toMatchObject([
      {
        ...{ method: 'stripe', provider: 'stripe', flow: 'kit', frame_url: '', test_mode: true },
        ...{ min_amount: 1, max_amount: null },
        kit: {
          environment: '',
          public_key: 'pk_sandbox_atoll_stripe',
          script_url: `${shop.sandbox.publicUrl}/stripe/v3.js`,
          is_authorize: true,
        },
      },
    ]);
    await configure({ methods: [card] });
    expect((await shop.visitor().data('GET /pay/config'))[0]).not.toHaveProperty('kit');
  });
});
