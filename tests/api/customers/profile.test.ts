import { beforeEach, describe, expect, it } from 'vitest';
import * as codes from '#lib/contract/codes.ts';
import { purchaseId } from '#lib/marketing/shop-event.ts';
import { addComment } from '#server/catalog/comments-store.ts';
import {
  abandonedCheckoutTokenResolvers,
  checkoutReminderJob,
} from '#server/customers/abandoned-checkouts.ts';
import { customerMailTokenResolvers } from '#server/customers/mailed-code.ts';
import { hashToken } from '#server/db/token-hash.ts';
import { mailJobs } from '#server/mail/send-mail.ts';
import { getLinkIdPrefix } from '#server/marketing/back-in-stock-rules.ts';
import { shipOrder } from '#server/orders/merchant-store.ts';
import { settleCapturedPayment } from '#server/payments/attempts/settle.ts';
import { addConversion } from '#server/tracking/conversions-store.ts';
import { sha256 } from '#server/tracking/hash-contact-data.ts';
import { readAllRows } from '../harness/read-all-rows.ts';
import { runDueJobs } from '../harness/run-due-jobs.ts';
import type { Visitor } from '../harness/visitor.ts';
import {
  addCoupon,
  addProduct,
  bagOf,
  captureOf,
  filledIn,
  openCheckout,
  order,
  oregon,
  submit,
} from '../orders/fixture.ts';
import {
  ada,
  buy,
  callAsProgram,
  createAccountShop,
  mailedCode,
  mailTo,
  register,
  registerVerified,
  runMailJobs,
} from './fixture.ts';

let shop: Awaited<ReturnType<typeof createAccountShop>>;
beforeEach(async () => {
  shop = await createAccountShop();
});

const account = (visitor: Visitor) => visitor.data('GET /api/v1/storefront/customer');
const orders = async (visitor: Visitor) =>
  (await visitor.data('GET /api/v1/storefront/customer/orders')).list.map(({ order_no }) => order_no);
const verify = (visitor: Visitor, code: string) =>
  visitor.call('POST /api/v1/storefront/customer/verify', { body: { code } });

describe('my orders', () => {
  it('lists the customer’s own, newest first, ten a page [ORD-18]', async () => {
    const visitor = await register(shop);
    const placed = [];
    for (let n = 0; n < 11; n++) {
      shop.clock.advance(60_000);
      placed.unshift((await buy(shop, visitor)).orderNo);
    }
    await buy(shop, await register(shop, { ...ada, email: 'bo@example.com' }), 'bo@example.com');
    const first = await visitor.data('GET /api/v1/storefront/customer/orders');
    expect(first).toMatchObject({ total: 11, page_size: 10 });
    expect(first.list.map(({ order_no }) => order_no)).toEqual(placed.slice(0, 10));
    expect(first.list[0]).toMatchObject({ status_key: 1, variant_items: [{ title: 'Mug', quantity: 1 }] });
    const second = await visitor.data('GET /api/v1/storefront/customer/orders', { query: { page_num: 2 } });
    expect(second.list.map(({ order_no }) => order_no)).toEqual(placed.slice(10));
    expect(await shop.visitor().call('GET /api/v1/storefront/customer/orders')).toMatchObject({
      code: codes.notLoggedIn,
    });
  });

  it('has those placed as a guest once the address is proven, and none of before', async () => {
    const guest = shop.visitor();
    const early = await buy(shop, guest, 'ADA@example.com');
    const foreign = await buy(shop, shop.visitor(), 'adah@example.com');
    const visitor = await register(shop);
    await visitor.call('POST /api/v1/customer/login', { body: ada });
    expect(await orders(visitor)).toEqual([]);
    const code = await mailedCode(shop, ada.email, 'customer-verify');
    // The link in the email verifies only the login that it was sent to.
    const other = await register(shop, { ...ada, email: 'mallory@example.com' });
    expect(await verify(other, code)).toMatchObject({ code: codes.badLink });
    expect(await verify(shop.visitor(), code)).toMatchObject({ code: codes.notLoggedIn });
    expect(await verify(visitor, `${code}A`)).toMatchObject({ code: codes.badLink });
    expect(await verify(visitor, code)).toMatchObject({ code: 0, data: { email: ada.email } });
    expect(await verify(visitor, code)).toMatchObject({ code: codes.badLink });
    expect(await orders(visitor)).toEqual([early.orderNo]);
    const later = await buy(shop, guest, 'ada@example.com');
    expect(await orders(visitor)).toEqual([early.orderNo]);
    await visitor.call('POST /api/v1/customer/login', { body: ada });
    expect((await orders(visitor)).sort()).toEqual([early.orderNo, later.orderNo].sort());
    expect(await orders(other)).not.toContain(foreign.orderNo);
  });
});

describe('the address book', () => {
  const add = (visitor: Visitor, address: object, is_default = false) =>
    visitor.call('POST /api/v1/storefront/customer/addresses', { body: { address, is_default } });

  it('adds, changes and removes addresses, one of them the default', async () => {
    const visitor = await register(shop);
    expect(await add(visitor, oregon)).toMatchObject({ code: 0 });
    await add(visitor, { ...oregon, city: 'Salem' }, true);
    const { addresses } = await account(visitor);
    expect(addresses.map(({ address, is_default }) => [address.city, is_default])).toEqual([
      ['Salem', true],
      ['Portland', false],
    ]);
    const [salem, portland] = addresses.map(({ id }) => id) as [number, number];
    await visitor.data('PUT /api/v1/storefront/customer/addresses/:id', {
      params: { id: portland },
      body: { address: { ...oregon, city: 'Bend' }, is_default: true },
    });
    expect(
      (await account(visitor)).addresses.map(({ address, is_default }) => [address.city, is_default]),
    ).toEqual([
      ['Bend', true],
      ['Salem', false],
    ]);
    const left = await visitor.data('DELETE /api/v1/storefront/customer/addresses/:id', {
      params: { id: portland },
      body: {},
    });
    expect(left.addresses).toMatchObject([
      { id: salem, is_default: true, address: { city: 'Salem', country: 'United States' } },
    ]);
  });

  it('names the field that is wrong, and holds twenty', async () => {
    const visitor = await register(shop);
    expect(await add(visitor, { ...oregon, zip: 'x' })).toMatchObject({
      code: codes.badParameter,
      msg: expect.stringContaining('address.zip: '),
    });
    for (let n = 0; n < 20; n++) await add(visitor, oregon);
    expect(await add(visitor, oregon)).toMatchObject({
      code: codes.badParameter,
      msg: expect.stringContaining('20'),
    });
    expect((await account(visitor)).addresses).toHaveLength(20);
  });

  it('is the customer’s own', async () => {
    const [visitor, other] = [
      await register(shop),
      await register(shop, { ...ada, email: 'bo@example.com' }),
    ];
    await add(visitor, oregon);
    const id = (await account(visitor)).addresses[0]?.id ?? 0;
    const change = { params: { id }, body: { address: { ...oregon, city: 'Elsewhere' } } };
    expect(await other.call('PUT /api/v1/storefront/customer/addresses/:id', change)).toMatchObject({
      code: codes.notFound,
    });
    expect(
      await other.call('DELETE /api/v1/storefront/customer/addresses/:id', { params: { id }, body: {} }),
    ).toMatchObject({ code: codes.notFound });
    expect((await account(visitor)).addresses).toMatchObject([{ address: { city: 'Portland' } }]);
  });
});

describe('logins of the account', () => {
  const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
  const logins = (visitor: Visitor) => visitor.data('GET /api/v1/storefront/customer/logins');
  const end = (visitor: Visitor, id: string) =>
    visitor.call('DELETE /api/v1/storefront/customer/logins/:id', { params: { id }, body: {} });
  async function logIn(userAgent: string, body = ada): Promise<Visitor> {
    const visitor = shop.visitor();
    await visitor.send('/api/v1/customer/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': userAgent },
      body: JSON.stringify(body),
    });
    return visitor;
  }

  it('are listed with device and last use, and end one by one [T15]', async () => {
    const day = 24 * 3_600_000;
    const opened = shop.clock.now();
    const here = await register(shop);
    shop.clock.advance(2 * day);
    const there = await logIn(firefox);
    const later = opened + 3 * day;
    shop.clock.set(later);
    const elsewhere = await logIn('curl/8.15.0');
    shop.clock.advance(day);
    await here.data('GET /api/v1/customer/verify');
    const { logins: list } = await logins(here);
    expect(list.map(({ id: _, ...rest }) => rest)).toEqual([
      { device: '', created_at: opened, used_at: opened + 4 * day, is_current: true },
      { device: 'curl', created_at: later, used_at: later, is_current: false },
      {
        device: 'Firefox, Windows',
        created_at: opened + 2 * day,
        used_at: opened + 2 * day,
        is_current: false,
      },
    ]);
    // No part of the response grants access to a login.
    expect(JSON.stringify(list)).not.toContain(hashToken(there.cookies.get('__Host-session') ?? ''));
    const lost = list.find(({ device }) => device === 'Firefox, Windows')!;
    const ended = await end(here, lost.id);
    expect(ended).toMatchObject({ code: 0 });
    expect(ended.data?.logins.map(({ id }) => id)).toEqual(
      list.filter(({ id }) => id !== lost.id).map(({ id }) => id),
    );
    expect(await end(here, lost.id)).toMatchObject({ code: codes.notFound });
    expect((await there.call('GET /api/v1/storefront/customer')).code).toBe(codes.notLoggedIn);
    expect((await elsewhere.call('GET /api/v1/storefront/customer')).code).toBe(0);
    expect(await here.data('GET /api/v1/storefront/customer/export')).toMatchObject({
      logins: [{ device: '' }, { device: 'curl' }],
    });

    const own = (await logins(here)).logins.find(({ is_current }) => is_current)!;
    expect(await end(here, own.id)).toMatchObject({ code: 0 });
    expect(here.cookies.has('__Host-session')).toBe(false);
    expect((await logins(elsewhere)).logins).toHaveLength(1);
  });

  it('that have ended are not listed, and nobody ends another customer’s [T15]', async () => {
    const visitor = await register(shop);
    const stranger = await register(shop, { ...ada, email: 'bo@example.com' });
    const [own] = (await logins(visitor)).logins;
    for (const id of [own!.id, 'f'.repeat(16)]) {
      expect(await end(stranger, id)).toMatchObject({ code: codes.notFound });
    }
    expect(await end(stranger, '%')).toMatchObject({ code: codes.badParameter });
    expect(await account(visitor)).toMatchObject({ email: ada.email });
    shop.clock.advance(31 * 24 * 3_600_000);
    const again = await logIn(firefox);
    expect((await logins(again)).logins).toMatchObject([{ device: 'Firefox, Windows', is_current: true }]);
  });
});

describe('name, newsletter and address of the account', () => {
  const change = (visitor: Visitor, body: object) =>
    visitor.call('PUT /api/v1/storefront/customer', { body });

  it('changes the name, and the newsletter of a proven address alone [VAL-03]', async () => {
    const visitor = await register(shop);
    expect(await change(visitor, { first_name: ' Augusta ' })).toMatchObject({
      data: { first_name: 'Augusta', last_name: '', is_subscribed: null },
    });
    expect(await change(visitor, { is_subscribed: true })).toMatchObject({ code: codes.notAllowed });
    await verify(visitor, await mailedCode(shop, ada.email, 'customer-verify'));
    expect(await change(visitor, { is_subscribed: true })).toMatchObject({ data: { is_subscribed: true } });
    expect(await change(visitor, { is_subscribed: true })).toMatchObject({ code: codes.alreadySubscribed });
    expect(await change(visitor, { is_subscribed: false })).toMatchObject({ data: { is_subscribed: false } });
  });

  it('moves to an address once that is proven, and tells the one of before', async () => {
    const visitor = await registerVerified(shop);
    const ask = (body: { email: string; password: string }) =>
      visitor.call('POST /api/v1/storefront/customer/email', { body });
    const early = await buy(shop, shop.visitor(), 'new@example.com');
    await register(shop, { ...ada, email: 'bo@example.com' });
    const elsewhere = shop.visitor();
    await elsewhere.call('POST /api/v1/customer/login', { body: ada });
    await change(visitor, { is_subscribed: true });
    await visitor.data('POST /api/v1/customer/email', { body: { email: ada.email, distinct_id: '' } });
    expect(await ask({ email: 'new@example.com', password: 'not-mine' })).toMatchObject({
      code: codes.invalidCredentials,
    });
    expect(await ask({ email: 'nowhere', password: ada.password })).toMatchObject({
      code: codes.badParameter,
    });
    expect(await ask({ email: 'ADA@example.com', password: ada.password })).toMatchObject({
      code: codes.badParameter,
    });
    expect(await ask({ email: 'New@example.com', password: ada.password })).toMatchObject({ code: 0 });
    expect((await account(visitor)).email).toBe(ada.email);
    expect(await verify(visitor, await mailedCode(shop, 'New@example.com', 'customer-email'))).toMatchObject({
      code: 0,
    });
    expect(await account(visitor)).toMatchObject({
      ...{ email: 'New@example.com', is_verified: true, is_subscribed: true },
    });
    // Logins elsewhere end, and no table keeps the old address.
    expect((await elsewhere.call('GET /api/v1/storefront/customer')).code).toBe(codes.notLoggedIn);
    for (const [table, column] of [
      ['subscribers', 'email'],
      ['contact_emails', 'email'],
    ] as const) {
      const rows = await shop.db.read.selectFrom(table).select(column).execute();
      expect(
        rows.filter(({ email }) => /^ada@/i.test(email)),
        table,
      ).toEqual([]);
    }
    expect(await orders(visitor)).toEqual([early.orderNo]);
    expect(await mailTo(shop, ada.email, 'customer-email')).toMatchObject({
      subject: 'Marram: Your email address was changed',
    });
    const again = await shop.visitor().call('POST /api/v1/customer/login', { body: ada });
    expect(again.code).toBe(codes.invalidCredentials);
  });

  it('answers the same for an address that has an account, whose owner gets an email [T7]', async () => {
    const visitor = await registerVerified(shop);
    const bo = await register(shop, { ...ada, email: 'bo@example.com' });
    const ask = async (email: string) => {
      const { code, msg, data } = await visitor.call('POST /api/v1/storefront/customer/email', {
        body: { email, password: ada.password },
      });
      const codes = await shop.db.read.selectFrom('customer_codes').select('email').execute();
      return { code, msg, data, coded: codes.some((row) => row.email === email) };
    };
    const free = await ask('free@example.com');
    expect(free).toMatchObject({ code: 0, coded: true });
    for (const email of ['bo@example.com', 'BO@Example.com']) expect(await ask(email)).toEqual(free);
    const told = await mailTo(shop, 'bo@example.com', 'customer-taken');
    expect(told?.subject).toBe('Marram: You already have an account');
    expect(told?.text).not.toMatch(/code=|ada@/i);
    const mails = shop.db.read
      .selectFrom('mails')
      .select('kind')
      .where('to_address', 'like', '%o@example.com');
    expect((await mails.execute()).map(({ kind }) => kind)).not.toContain('customer-email');
    // One email a day, however often the change is requested.
    const count = async () => (await mails.where('kind', '=', 'customer-taken').execute()).length;
    expect(await count()).toBe(1);
    shop.clock.advance(24 * 3_600_000);
    await ask('bo@example.com');
    expect(await count()).toBe(2);
    expect((await account(visitor)).email).toBe(ada.email);
    expect((await account(bo)).email).toBe('bo@example.com');
  });

  it('takes along what waits for the proven address, in its place, and leaves what another may wait for', async () => {
    const [bowl, vase, jug] = [
      await addProduct(shop, { title: 'Bowl', price: 2000, stock: 0 }),
      await addProduct(shop, { title: 'Vase', price: 2000, stock: 0 }),
      await addProduct(shop, { title: 'Jug', price: 2000, stock: 0 }),
    ];
    const waits = async () => {
      const rows = shop.db.read.selectFrom('stock_waits').select(['email', 'variant_id', 'confirmed_at']);
      return (await rows.orderBy('confirmed_at').execute()).map((row) => Object.values(row));
    };
    const waitsFor = async (email: string, { variant }: typeof bowl, at: number | null) => {
      const body = { variant_id: variant, email };
      await shop.visitor().data('POST /api/v1/storefront/back-in-stock', { body });
      const own = shop.db.write.updateTable('stock_waits').where('email', '=', email.toLowerCase());
      await own.set({ confirmed_at: at }).where('variant_id', '=', variant).execute();
    };
    const move = async (visitor: Visitor, email: string) => {
      const body = { email, password: ada.password };
      await visitor.data('POST /api/v1/storefront/customer/email', { body });
      const code = await mailedCode(shop, email, 'customer-email');
      expect(await verify(visitor, code)).toMatchObject({ code: 0 });
    };
    await waitsFor(ada.email, bowl, 1);
    await waitsFor('bo@example.com', bowl, 2);
    await waitsFor(ada.email, vase, 3);
    await waitsFor(ada.email, jug, null);
    await waitsFor('new@example.com', vase, 4);
    // Registering with bo's address does not prove its ownership, so a change of this account must not move bo's requests.
    const stranger = await register(shop, { ...ada, email: 'bo@example.com' });
    await move(stranger, 'stranger@example.com');
    await move(await registerVerified(shop), 'New@example.com');
    expect(await waits()).toEqual([
      ['new@example.com', bowl.variant, 1],
      ['bo@example.com', bowl.variant, 2],
      ['new@example.com', vase.variant, 4],
    ]);
    const mails = shop.db.read.selectFrom('mails').select('to_address').where('kind', 'like', 'back-in%');
    expect((await mails.orderBy('id').execute()).map(({ to_address }) => to_address)).toEqual([
      'bo@example.com',
      'new@example.com',
    ]);
    const links = await shop.db.read.selectFrom('stock_waits').select('link_id').orderBy('email').execute();
    const [bo, ...moved] = links.map(({ link_id }) => getLinkIdPrefix(link_id));
    // Moved requests share the address part of their links, so one link in an email to the new address removes them all.
    expect([new Set(moved).size, moved.includes(bo!)]).toEqual([1, false]);
  });

  it('does not move to an address that got an account meanwhile', async () => {
    const visitor = await registerVerified(shop);
    const body = { email: 'new@example.com', password: ada.password };
    await visitor.data('POST /api/v1/storefront/customer/email', { body });
    await register(shop, { ...ada, email: 'new@example.com' });
    const code = await mailedCode(shop, 'new@example.com', 'customer-email');
    expect(await verify(visitor, code)).toMatchObject({ code: codes.badLink });
    expect((await account(visitor)).email).toBe(ada.email);
  });

  it('mails another code while the address is not proven', async () => {
    const visitor = await register(shop);
    const first = await mailedCode(shop, ada.email, 'customer-verify');
    await visitor.data('POST /api/v1/storefront/customer/verify/mail', { body: {} });
    const second = await mailedCode(shop, ada.email, 'customer-verify');
    expect(second).not.toBe(first);
    await verify(visitor, second);
    await visitor.data('POST /api/v1/storefront/customer/verify/mail', { body: {} });
    expect(await mailedCode(shop, ada.email, 'customer-verify')).toBe(second);
  });
});

describe('a customer’s checkout', () => {
  it('has the account’s address, and stays shut for others and after logout [API-023]', async () => {
    const visitor = await register(shop);
    const token = await openCheckout(visitor, shop.wanted);
    const look = (who: Visitor) =>
      who.call('GET /api/v1/storefront/checkouts/:id', { params: { id: token } });
    expect(await look(visitor)).toMatchObject({ code: 0, data: { email: ada.email } });
    expect(await look(shop.visitor())).toMatchObject({ code: codes.notLoggedIn });
    const other = await register(shop, { ...ada, email: 'bo@example.com' });
    for (const who of [other, shop.visitor()]) {
      expect((await submit(who, token)).code).not.toBe(0);
      const update = { params: { id: token }, body: { note: 'mine now' } };
      expect((await who.call('POST /api/update/checkout/:id', update)).code).not.toBe(0);
      expect((await who.call('GET /api/v1/checkout/payment/link', { query: { token } })).code).not.toBe(0);
      const order = { body: { checkout_token: token, payment_method: 'card' } };
      expect((await who.call('POST /api/v2/order', order)).code).not.toBe(0);
      expect((await who.call('POST /api/v1/pre_order', { body: { checkout_token: token } })).code).not.toBe(
        0,
      );
    }
    await visitor.data('POST /api/v1/customer/logout', { body: {} });
    expect(await look(visitor)).toMatchObject({ code: codes.notLoggedIn });
    expect(await visitor.call('GET /api/v1/storefront/checkouts')).toMatchObject({ code: 0, data: null });
    await visitor.call('POST /api/v1/customer/login', { body: ada });
    expect((await submit(visitor, token)).code).toBe(0);
  });
});

describe('export and erasure', () => {
  async function fullLife() {
    await addCoupon(shop, { code: 'TIDE', amountOff: 500 });
    const visitor = shop.visitor();
    await visitor.data('POST /api/v1/customer/register', {
      body: { ...ada, first_name: 'Zenobia', last_name: 'Quickwater', subscribe: true },
    });
    await verify(visitor, await mailedCode(shop, ada.email, 'customer-verify'));
    const address = { ...oregon, first_name: 'Zenobia', last_name: 'Quickwater', address1: '7 Plover Lane' };
    await visitor.data('POST /api/v1/storefront/customer/addresses', { body: { address } });
    const token = await openCheckout(visitor, shop.wanted, 'TIDE');
    const billing = { ...address, address1: '9 Sandpiper Close' };
    const note = 'ring at 7 Plover Lane';
    const placed = await submit(visitor, token, { ...filledIn, address, billing, note });
    const paid = await buy(shop, shop.visitor(), 'ada@example.com');
    await visitor.call('POST /api/v1/customer/login', { body: ada });
    await shop.visitor().data('POST /api/v1/customer/resetPasswordEmail', { body: { email: ada.email } });
    await runMailJobs(shop);
    await shop
      .visitor()
      .data('POST /api/v1/customer/email', { body: { email: ada.email, distinct_id: 'client-1' } });
    const wished = { product_id: shop.wanted[0]!.product, variant_id: shop.wanted[0]!.variant };
    await visitor.data('POST /api/v1/storefront/customer/wishlist', { body: { add: [wished] } });
    await visitor.data('POST /api/v1/storefront/customer/wishlist/share', { body: {} });
    await shop.visitor().data('POST /api/v1/checkout', { body: bagOf(shop.wanted) });
    await shop.db.transaction((trx) =>
      addComment(
        trx,
        {
          ...{ productId: shop.wanted[0]!.product, nickname: 'Zenobia Q', email: 'ada@example.com', star: 4 },
          ...{ content: 'A good mug', images: [], status: 'published', isVerified: true, variant: 'Sage' },
          createdAt: shop.clock.now(),
        },
        shop.clock.now(),
      ),
    );
    return { visitor, orderNos: [placed.data?.order_no ?? '', paid.orderNo] };
  }

  it('gives the customer everything, and no key to anything', async () => {
    const { visitor, orderNos } = await fullLife();
    const data = await visitor.data('GET /api/v1/storefront/customer/export');
    expect(data).toMatchObject({
      account: { email: ada.email, first_name: 'Zenobia', created_at: '2026-10-01T12:00:00.000Z' },
      addresses: [{ address1: '7 Plover Lane', is_default: true }],
      newsletter: true,
      reviews: [{ content: 'A good mug', star: 4, variant: 'Sage' }],
      wishlist: { products: [{ variant_id: shop.wanted[0]!.variant }], shared_since: expect.any(String) },
    });
    const listed = data.orders as { order_no: string; email: string }[];
    expect(listed.map(({ order_no }) => order_no).sort()).toEqual(orderNos.toSorted());
    const said = JSON.stringify(data);
    for (const { token } of (await visitor.data('GET /api/v1/storefront/customer/orders')).list)
      expect(said).not.toContain(token);
    expect(said).not.toContain('argon2id');
  });

  it('asks for the password, then leaves the person in no table, and the sums of the orders', async () => {
    const { visitor, orderNos } = await fullLife();
    await register(shop, { email: 'bo@example.com', password: 'tide-and-salt' });
    // Queued conversions: one with the hashed address, one of an order.
    const [ofAda, ofBo] = [sha256('ada@example.com'), sha256('bo@example.com')];
    await shop.db.transaction(async (trx) => {
      for (const [eventId, em] of [
        ['event-1', ofAda],
        [purchaseId(orderNos[1]!), sha256('guest@example.com')],
        ['event-2', ofBo],
      ] as const) {
        const event = { user_data: { em: [em] } };
        await addConversion(trx, { service: 'meta', eventId, name: 'Subscribe', event }, shop.clock.now());
      }
    });
    const before = await shop.db.read
      .selectFrom('orders')
      .select(['order_no', 'total_price', 'tax_amount', 'currency'])
      .orderBy('order_no')
      .execute();
    const erase = (password: string) =>
      visitor.call('POST /api/v1/storefront/customer/erase', { body: { password } });
    expect(await erase('tide-and-sand')).toMatchObject({ code: codes.invalidCredentials });
    expect(await account(visitor)).toMatchObject({ email: ada.email });
    expect(await readAllRows(shop.db)).toMatch(/ada@example\.com/i);
    expect(await erase(ada.password)).toMatchObject({ code: 0 });
    const rows = await readAllRows(shop.db);
    for (const trace of [
      /ada@example\.com/i,
      /Zenobia/,
      /Quickwater/,
      /Plover/,
      /Sandpiper/,
      /503 555 0100/,
      new RegExp(ofAda),
    ])
      expect(rows.split('\n').filter((line) => trace.test(line))).toEqual([]);
    expect(rows).not.toMatch(/^(wishes|wishlist_links) /m);
    const waiting = shop.db.read.selectFrom('conversions').select(['event_id', 'payload']);
    expect(await waiting.where('state', '=', 'waiting').execute()).toEqual([
      { event_id: 'event-2', payload: expect.stringContaining(ofBo) },
    ]);
    expect(visitor.cookies.has('__Host-session')).toBe(false);
    const after = await shop.db.read
      .selectFrom('orders')
      .select(['order_no', 'total_price', 'tax_amount', 'currency'])
      .orderBy('order_no')
      .execute();
    expect(after).toEqual(before);
    const kept = await shop.db.read
      .selectFrom('orders')
      .select(['address', 'hold_reason', 'status_key'])
      .execute();
    expect(kept.map(({ address }) => JSON.parse(address))).toEqual(
      orderNos.map(() =>
        expect.objectContaining({ country: 'United States', country_code: 'US', city: '', zip: '' }),
      ),
    );
    expect(kept.find(({ status_key }) => status_key === 1)?.hold_reason).toMatch(/cannot be shipped/);
    const uses = await shop.db.read.selectFrom('promotion_uses').select('state').execute();
    expect(uses).toHaveLength(1);
    expect(rows).toMatch(/bo@example\.com/);
    expect(await shop.visitor().call('POST /api/v1/customer/register', { body: ada })).toMatchObject({
      code: 0,
    });
  });

  it('takes an address for itself: what stands for any letter elsewhere is an underscore here', async () => {
    const under = { email: 'a_b@example.com', password: ada.password };
    const visitor = shop.visitor();
    await visitor.data('POST /api/v1/customer/register', { body: { ...under, subscribe: true } });
    await shop
      .visitor()
      .data('POST /api/v1/customer/subscribe', { body: { email: 'axb@example.com', source_type: 2 } });
    await visitor.data('POST /api/v1/storefront/customer/erase', { body: { password: under.password } });
    const rows = await readAllRows(shop.db);
    expect(rows).not.toContain('a_b@example.com');
    expect(rows).toMatch(/^mails .*axb@example\.com/m);
  });

  it('sends nothing to nobody when an order is paid after it: it waits for the merchant', async () => {
    const { visitor } = await fullLife();
    const { orderNo, total } = await order(visitor, shop.wanted, filledIn);
    await visitor.data('POST /api/v1/storefront/customer/erase', { body: { password: ada.password } });
    await settleCapturedPayment(shop.services, captureOf(orderNo, Math.round(total * 100)));
    const row = shop.db.read.selectFrom('orders').select(['status_key', 'hold_reason', 'customer_id']);
    const { status_key, hold_reason, customer_id } = await row
      .where('order_no', '=', orderNo)
      .executeTakeFirstOrThrow();
    expect([status_key, hold_reason, customer_id]).toEqual([1, expect.stringContaining('erased'), null]);
    const shipment = { orderNo, trackingNum: 'TRACK-1', company: '', lines: [] };
    await expect(shipOrder(shop.services, shipment)).rejects.toThrow('it is on hold');
    const toNobody = shop.db.read.selectFrom('mails').select('id').where('to_address', '=', '');
    expect(await toNobody.execute()).toEqual([]);
    for (const email of ['', ' ']) {
      const body = { order_no: orderNo, email };
      expect(await shop.visitor().data('POST /api/v1/order/lookup', { body })).toBeNull();
    }
  });

  it('leaves the open checkout of another customer who typed the same address', async () => {
    const visitor = await registerVerified(shop);
    const other = await register(shop, { email: 'bo@example.com', password: 'tide-and-salt' });
    const token = await openCheckout(other, shop.wanted);
    const body = { email: ada.email };
    await other.data('POST /api/update/checkout/:id', { params: { id: token }, body });
    await visitor.data('POST /api/v1/storefront/customer/erase', { body: { password: ada.password } });
    expect((await submit(other, token, { ...filledIn, email: ada.email })).code).toBe(0);
  });

  it('leaves what another may have ordered with an address that was not proven', async () => {
    const guest = await buy(shop, shop.visitor(), 'ada@example.com');
    const visitor = await register(shop);
    await visitor.data('POST /api/v1/storefront/customer/erase', { body: { password: ada.password } });
    const order = await shop.db.read
      .selectFrom('orders')
      .select('email')
      .where('order_no', '=', guest.orderNo)
      .executeTakeFirstOrThrow();
    expect(order.email).toBe('ada@example.com');
  });
});

describe('a checkout that was left', () => {
  const hour = 60 * 60_000;
  const remind = () =>
    runDueJobs(
      shop.services,
      mailJobs({
        texts: {},
        tokens: { ...customerMailTokenResolvers, ...abandonedCheckoutTokenResolvers },
        ends: {},
      }),
      [checkoutReminderJob],
    );
  const contact = (visitor: Visitor, distinct_id = 'client-1', email = 'gus@example.com') =>
    visitor.call('POST /api/v1/customer/email', { body: { email, distinct_id } });
  const open = (visitor: Visitor) =>
    visitor.data('POST /api/v1/checkout', { body: { ...bagOf(shop.wanted), distinct_id: 'client-1' } });

  it('is told of once, in a mail that leads back to it [API-084]', async () => {
    const visitor = shop.visitor();
    const { checkout } = await open(visitor);
    expect(await contact(visitor)).toEqual({ code: 0, msg: '', data: {} });
    shop.clock.advance(2 * hour);
    await remind();
    expect(await mailTo(shop, 'gus@example.com', 'left-checkout')).toBeNull();
    shop.clock.advance(2 * hour);
    await remind();
    const mail = await mailTo(shop, 'gus@example.com', 'left-checkout');
    expect(mail?.text).toContain(`https://marram.example/1/checkouts/${checkout.token}`);
    expect(mail?.html).toContain(checkout.token);
    await contact(visitor);
    shop.clock.advance(4 * hour);
    await remind();
    expect(await shop.db.read.selectFrom('mails').selectAll().execute()).toHaveLength(1);
  });

  it('is not told of when it was ordered, when it is still being filled in, or after three days [API-084]', async () => {
    const visitor = shop.visitor();
    const { checkout } = await open(visitor);
    await contact(visitor);
    shop.clock.advance(4 * hour);
    const update = { params: { id: checkout.token }, body: { note: 'soon' } };
    await visitor.data('POST /api/update/checkout/:id', update);
    await remind();
    expect(await mailTo(shop, 'gus@example.com', 'left-checkout')).toBeNull();
    expect(await submit(visitor, checkout.token)).toMatchObject({ code: 0 });
    shop.clock.advance(4 * hour);
    await remind();
    expect(await mailTo(shop, 'gus@example.com', 'left-checkout')).toBeNull();
    const late = shop.visitor();
    await late.data('POST /api/v1/checkout', { body: { ...bagOf(shop.wanted), distinct_id: 'client-2' } });
    await contact(late, 'client-2', 'late@example.com');
    shop.clock.advance(80 * hour);
    await remind();
    expect(await mailTo(shop, 'late@example.com', 'left-checkout')).toBeNull();
  });

  it('is nothing that somebody else can have mailed, or keep from being mailed, by its label [API-084]', async () => {
    const visitor = shop.visitor();
    const { checkout } = await open(visitor);
    await contact(visitor);
    const thief = shop.visitor();
    await contact(thief, 'client-1', 'thief@example.com');
    const label = { body: { distinct_id: 'client-1' } };
    await thief.data('DELETE /api/v1/storefront/customer/contact', label);
    shop.clock.advance(4 * hour);
    await remind();
    expect(await mailTo(shop, 'thief@example.com', 'left-checkout')).toBeNull();
    expect((await mailTo(shop, 'gus@example.com', 'left-checkout'))?.text).toContain(checkout.token);
  });

  it('is reminded of once in seven days at one address, however many browsers give it [API-084, T10]', async () => {
    const leave = async (label: string, email: string) => {
      const visitor = shop.visitor();
      await visitor.data('POST /api/v1/checkout', { body: { ...bagOf(shop.wanted), distinct_id: label } });
      await contact(visitor, label, email);
    };
    const reminders = async () => {
      await remind();
      const rows = shop.db.read.selectFrom('mails').select('to_address').where('kind', '=', 'left-checkout');
      return (await rows.orderBy('to_address').execute()).map(({ to_address }) => to_address);
    };
    for (const [label, email] of [
      ['client-1', 'gus@example.com'],
      ['client-2', 'gus@example.com'],
      ['client-3', 'Gus+shop@Example.com'],
      ['client-4', 'bo@example.com'],
    ] as const)
      await leave(label, email);
    shop.clock.advance(4 * hour);
    const first = await reminders();
    expect(first).toHaveLength(2);
    expect(first).toContain('bo@example.com');
    shop.clock.advance(6 * 24 * hour);
    await leave('client-5', 'gus@example.com');
    shop.clock.advance(4 * hour);
    expect(await reminders()).toEqual(first);
    shop.clock.advance(24 * hour);
    await leave('client-6', 'gus@example.com');
    shop.clock.advance(4 * hour);
    expect(await reminders()).toHaveLength(3);
  });

  it('is known by the browser where it has no label, and asks for an address [API-084, VAL-01]', async () => {
    const visitor = shop.visitor();
    const { checkout } = await visitor.data('POST /api/v1/checkout', { body: bagOf(shop.wanted) });
    expect(await contact(visitor, '', 'nowhere')).toMatchObject({
      code: codes.badParameter,
      msg: 'email: Please enter a valid email address',
    });
    await contact(visitor, '');
    shop.clock.advance(4 * hour);
    await remind();
    expect((await mailTo(shop, 'gus@example.com', 'left-checkout'))?.text).toContain(checkout.token);
  });
});

it('opens nothing of an account to a program without its token, or with that of another', async () => {
  await registerVerified(shop);
  const other = { email: 'bo@example.com', password: 'tide-and-salt' };
  await register(shop, other);
  const { data } = await callAsProgram<{ token: string }>(shop, '/api/v1/customer/login', { body: other });
  const ended = data?.token ?? '';
  await callAsProgram(shop, '/api/v1/customer/logout', { token: ended, body: {} });
  for (const token of ['', ended, 'A'.repeat(43)]) {
    for (const path of ['', '/orders', '/export'])
      expect(await callAsProgram(shop, `/api/v1/storefront/customer${path}`, { token })).toMatchObject({
        code: codes.notLoggedIn,
        data: null,
      });
  }
});
