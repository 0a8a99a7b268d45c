/** Tries every endpoint that reveals an order, a checkout or an account as everyone but the customer who owns it. */
import { beforeAll, describe, expect, it } from 'vitest';
import * as codes from '#lib/contract/codes.ts';
import type { EndpointDefinition } from '#lib/contract/endpoint.ts';
import { buildRequestPath } from '#lib/contract/request.ts';
import { type EndpointKey, endpoints } from '#lib/contract/table.ts';
import { createVisitorId } from '#server/api/cookies.ts';
import { createCheckoutLink } from '#server/checkout/link-token.ts';
import { writeSetting } from '#server/settings/store.ts';
import { settingSchemas } from '#server/theme/settings.ts';
import { readAllRows } from '../harness/read-all-rows.ts';
import type { Visitor } from '../harness/visitor.ts';
import { bagOf, filledIn, openCheckout, order, oregon } from '../orders/fixture.ts';
import { cards, cardToken, createPayShop, type PayShop, placeOne } from '../payments/pay-shop.ts';
import { ada, register } from './fixture.ts';

interface Own {
  orderNo: string;
  /** Token of the order's checkout; `open` is the token of a checkout not yet submitted. */
  token: string;
  open: string;
  address: number;
  login: string;
  card: string;
}

let shop: PayShop;
let owner: Visitor;
let own: Own;
let strangers: Record<string, Visitor>;

beforeAll(async () => {
  shop = await createPayShop({ env: { SITE_URL: 'https://marram.example', PAYMENTS: 'sandbox' } });
  const setting = settingSchemas.shop.parse({ name: 'Marram', hasAccounts: true });
  await shop.db.transaction((trx) =>
    writeSetting(trx, 'shop', settingSchemas.shop, setting, shop.clock.now()),
  );
  const { product, variant } = await placeOne(shop);
  await shop.db.write.updateTable('variants').set({ stock: 50 }).execute();
  owner = await register(shop);
  const wanted = [{ product, variant }];
  const placed = await order(owner, wanted);
  const open = await openCheckout(owner, wanted);
  const { addresses } = await owner.data('POST /api/v1/storefront/customer/addresses', {
    body: { address: oregon },
  });
  const card = await cardToken(shop, cards.works);
  const { logins } = await owner.data('GET /api/v1/storefront/customer/logins');
  own = { ...placed, open, address: addresses[0]?.id ?? 0, login: logins[0]?.id ?? '', card };
  const ended = await register(shop, { ...ada, email: 'ended@example.com' });
  const cookies = new Map(ended.cookies);
  await ended.data('POST /api/v1/customer/logout', { body: {} });
  for (const [name, value] of cookies) ended.cookies.set(name, value);
  const foreign = shop.visitor();
  foreign.cookies.set('token', createVisitorId());
  const loggedOut = shop.visitor();
  await loggedOut.data('POST /api/v1/customer/login', { body: ada });
  await loggedOut.data('POST /api/v1/checkout', { body: bagOf(wanted) });
  await loggedOut.data('POST /api/v1/customer/logout', { body: {} });
  strangers = {
    nobody: shop.visitor(),
    'another customer': await register(shop, { ...ada, email: 'bo@example.com' }),
    'an ended login': ended,
    'the browser after logout': loggedOut,
    'a token of another shop': foreign,
  };
});

/** Endpoints to try, each with a valid input of its owner. */
const doors: [EndpointKey, (own: Own) => { params?: object; query?: object; body?: object }][] = [
  ['GET /api/v1/order/:id', ({ orderNo }) => ({ params: { id: orderNo } })],
  ['GET /api/v1/order/tips/:id', ({ orderNo }) => ({ params: { id: orderNo } })],
  ['POST /api/v1/order/extend/:id', ({ orderNo }) => ({ params: { id: orderNo }, body: { note: 'mine' } })],
  ['POST /api/v1/order/payment', ({ orderNo }) => ({ body: { order_no: orderNo, payment_method: 'card' } })],
  [
    'POST /api/v1/storefront/order/returns',
    ({ orderNo }) => ({
      body: {
        ...{ order_no: orderNo, request_id: 'one', reason: 'other' },
        lines: [{ position: 0, quantity: 1 }],
      },
    }),
  ],
  [
    'POST /api/v1/storefront/order/account',
    ({ orderNo }) => ({ body: { order_no: orderNo, password: ada.password } }),
  ],
  ['GET /api/v1/pay/status/:id', ({ orderNo }) => ({ params: { id: orderNo } })],
  ['GET /api/v1/payments/del/pay/status/cache/:id', ({ orderNo }) => ({ params: { id: orderNo } })],
  ['POST /api/v1/payments/query/result', ({ orderNo }) => ({ body: { order_no: orderNo } })],
  [
    'POST /api/v1/payments/',
    ({ orderNo, card }) => ({ body: { order_no: orderNo, provider: 'simulated', card_token: card } }),
  ],
  ['POST /api/v2/payments/', ({ orderNo }) => ({ body: { order_no: orderNo, provider: 'simulated' } })],
  ['POST /api/v3/payments/', ({ orderNo }) => ({ body: { order_no: orderNo, provider: 'stripe' } })],
  ['GET /api/v1/payments/zero/:id', ({ orderNo }) => ({ params: { id: orderNo } })],
  ['GET /api/v1/payments/simulatedPay/:id', ({ orderNo }) => ({ params: { id: orderNo } })],
  ['POST /api/v1/payments/continue', ({ orderNo }) => ({ body: { order_no: orderNo, transaction_id: 'x' } })],
  ['POST /api/v1/payments/getpay/orderStatus', ({ orderNo }) => ({ body: { order_no: orderNo } })],
  ['POST /api/v1/payments/ocean/jwt', ({ orderNo }) => ({ body: { order_no: orderNo } })],
  [
    'POST /api/v1/payments/ocean/lookup',
    ({ orderNo, card }) => ({ body: { order_no: orderNo, card_token: card } }),
  ],
  [
    'GET /api/v1/payments/paypal/capture',
    ({ orderNo }) => ({ query: { order_no: orderNo, paypal_order_id: 'x' } }),
  ],
  ['POST /api/v1/paypal/email/monitor', ({ orderNo }) => ({ body: { order_no: orderNo, email: 'a@b.co' } })],
  ['POST /payments/linwei/pushError', ({ orderNo }) => ({ body: { order_no: orderNo, message: 'x' } })],
  [
    'POST /api/v1/payments/paypal/quick/capture',
    ({ token }) => ({ body: { checkout_token: token, paypal_order_id: 'x' } }),
  ],
  ['POST /api/v1/checkout/payment/capture', ({ token }) => ({ body: { token, payment_id: 1 } })],
  ['GET /api/v1/checkout/payment/link', ({ token }) => ({ query: { token } })],
  ['GET /api/v1/storefront/checkouts/:id', ({ open }) => ({ params: { id: open } })],
  ['POST /api/update/checkout/:id', ({ open }) => ({ params: { id: open }, body: { note: 'mine' } })],
  [
    'POST /:shop_id/checkouts/:token',
    ({ open }) => ({ params: { shop_id: 1, token: open }, body: filledIn }),
  ],
  ['POST /api/v2/order', ({ open }) => ({ body: { checkout_token: open, payment_method: 'card' } })],
  ['POST /api/v1/pre_order', ({ open }) => ({ body: { checkout_token: open } })],
  ['POST /api/v1/taxes', ({ open }) => ({ body: { checkout_token: open, address: oregon } })],
  ['POST /api/v1/shippings', ({ open }) => ({ body: { checkout_token: open, country_code: 'US' } })],
  ['GET /api/v1/storefront/customer', () => ({})],
  ['PUT /api/v1/storefront/customer', () => ({ body: { first_name: 'Eve' } })],
  ['GET /api/v1/storefront/customer/orders', () => ({})],
  ['POST /api/v1/storefront/customer/addresses', () => ({ body: { address: oregon } })],
  [
    'PUT /api/v1/storefront/customer/addresses/:id',
    ({ address }) => ({ params: { id: address }, body: { address: oregon } }),
  ],
  [
    'DELETE /api/v1/storefront/customer/addresses/:id',
    ({ address }) => ({ params: { id: address }, body: {} }),
  ],
  [
    'POST /api/v1/storefront/customer/email',
    () => ({ body: { email: 'eve@example.com', password: ada.password } }),
  ],
  ['POST /api/v1/storefront/customer/verify/mail', () => ({ body: {} })],
  ['POST /api/v1/storefront/customer/verify', () => ({ body: { code: 'x' } })],
  ['POST /api/v1/storefront/customer/wishlist', () => ({ body: { remove: [1] } })],
  ['POST /api/v1/storefront/customer/wishlist/share', () => ({ body: {} })],
  ['DELETE /api/v1/storefront/customer/wishlist/share', () => ({ body: {} })],
  ['GET /api/v1/storefront/customer/logins', () => ({})],
  ['DELETE /api/v1/storefront/customer/logins/:id', ({ login }) => ({ params: { id: login }, body: {} })],
  ['GET /api/v1/storefront/customer/export', () => ({})],
  ['POST /api/v1/storefront/customer/erase', () => ({ body: { password: ada.password } })],
  [
    'POST /api/v1/customer/resetPassword',
    () => ({ body: { old_password: ada.password, password: 'eve-was-here' } }),
  ],
];

/** Endpoints that act on the caller's own account, so another customer's call rightly succeeds. */
const ofTheLogin = (key: EndpointKey) =>
  /storefront\/customer(?!\/(?:addresses|logins)\/:id)|resetPassword$/.test(key);

const call = (who: Visitor, key: EndpointKey, headers: Record<string, string> = {}) => {
  const input = doors.find(([row]) => row === key)![1](own);
  const { method, path } = buildRequestPath(key, input);
  return who.send(path, {
    method,
    headers: { ...(method !== 'GET' && { 'content-type': 'application/json' }), ...headers },
    ...(method !== 'GET' && { body: JSON.stringify(input.body ?? {}) }),
  });
};

describe('what is a customer’s stays shut', () => {
  it.each(doors.map(([key]) => key))('%s', async (key) => {
    const before = await readAllRows(shop.db);
    const answers: Record<string, string> = {};
    for (const [name, who] of Object.entries(strangers)) {
      if (name === 'another customer' && ofTheLogin(key)) continue;
      const text = await (await call(who, key)).text();
      const { code, data } = JSON.parse(text) as { code: number; data: unknown };
      expect([code === 0, data], `${name}: ${text}`).toEqual([false, null]);
      answers[name] = text;
    }
    // No response reveals which credential is missing.
    const { 'another customer': _other, ...rest } = answers;
    expect(new Set(Object.values(rest)).size).toBe(1);
    // A page of another site can send the owner's cookies, but must not change anything with them.
    const { method } = buildRequestPath(key, {});
    const row: EndpointDefinition = endpoints[key];
    if (method !== 'GET' || row.changesState) {
      const crossed = await (await call(owner, key, { 'sec-fetch-site': 'cross-site' })).json();
      expect(crossed).toMatchObject({ code: codes.notAllowed, data: null });
    }
    const lines = (rows: string) =>
      rows.split('\n').filter((line) => !/^(rate_limits|purges|holders) /.test(line));
    expect(lines(await readAllRows(shop.db))).toEqual(lines(before));
  });

  it('covers every call with an order, a checkout or an account in it', () => {
    const covered = new Set<string>(doors.map(([key]) => key));
    const known = new Set([
      // Open to anyone with order number and email address (R79, R124), harmless, or checked against the provider's answer.
      'GET /api/v1/order/lookup',
      'POST /api/v1/order/lookup',
      'GET /api/v1/airwallex/continue/return',
      'POST /api/v1/paypal/convenient/order',
      'GET /api/v1/paypal/convenient/payer',
      'POST /api/v1/shipping/insurance/checkout/detail',
      'GET /pay/config',
      'PUT /api/v1/common/file/upload/:token',
      'GET /api/v1/paypal/multiple',
      // The first has the token of a link that the customer shared; the second acts on the caller's own bag.
      'GET /api/v1/storefront/wishlist',
      'DELETE /api/v1/storefront/customer/contact',
    ]);
    const shapes = ['order_no', 'checkout_token', 'token'];
    const keys = (schema: unknown) =>
      Object.keys((schema as { shape?: object; def?: { shape?: object } } | undefined)?.shape ?? {});
    const missing = Object.entries(endpoints).flatMap(([key, row]) => {
      const { params, query, body } = row as { params?: unknown; query?: unknown; body?: unknown };
      const names = [params, query, body].flatMap(keys);
      const isDoor =
        // tests/api/staff/access.test.ts tries the endpoints of the admin.
        !key.includes(' /api/v1/admin/') &&
        (names.some((name) => shapes.includes(name)) ||
          /storefront\/customer|\/order\/:|pay\/status/.test(key));
      return isDoor && !covered.has(key) && !known.has(key) ? [key] : [];
    });
    expect(missing).toEqual([]);
  });
});

it('opens all of it to the customer', async () => {
  for (const key of [
    'GET /api/v1/order/:id',
    'GET /api/v1/pay/status/:id',
    'GET /api/v1/storefront/checkouts/:id',
    'GET /api/v1/storefront/customer/orders',
  ] as const)
    expect(await (await call(owner, key)).json(), key).toMatchObject({ code: 0 });
});

it('has a link that opens nothing when it is of another shop', async () => {
  const { token } = await createCheckoutLink({ ...shop.services, db: (await createPayShop()).db });
  const answer = await shop
    .visitor()
    .call('GET /api/v1/order/:id', { params: { id: own.orderNo }, query: { token } });
  expect(answer).toMatchObject({ code: codes.notAllowed });
});
