/** Conversions that a page reports: stored once, sent once, only with the shopper's consent. Emulators play the services. */
import { createHash } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import * as codes from '#lib/contract/codes.ts';
import type { RequestInput } from '#lib/contract/endpoint.ts';
import type { Endpoints } from '#lib/contract/table.ts';
import { housekeepingJob } from '#server/jobs/housekeeping.ts';
import { writeSetting } from '#server/settings/store.ts';
import { conversionJobHandlers } from '#server/tracking/conversion-jobs.ts';
import { pixelSettings } from '#server/tracking/pixel-settings.ts';
import { visitsSchema } from '#server/tracking/settings.ts';
import { type ConversionsEmulator, startConversions } from '../../emulators/conversions.ts';
import { closeAtEnd } from '../harness/clean-up.ts';
import { runDueJobs } from '../harness/run-due-jobs.ts';
import type { Visitor } from '../harness/visitor.ts';
import { addProduct, filledIn, openCheckout, order } from '../orders/fixture.ts';
import { createPayShop, type PayShop, payByCard } from '../payments/pay-shop.ts';

const toMeta = 'POST /fb/pixel/event/conversions';
const toTiktok = 'POST /tiktok/pixel/event/conversions';
const site = 'http://localhost:4321';
const ids = { meta: '123456789012345', tiktok: 'C4ABCDEFGHIJ1234567' };
const minute = 60_000;

let services: ConversionsEmulator;
let shop: PayShop;
/** Product id of a mug for 14.00. */
let mug: number;

beforeAll(async () => {
  services = await startConversions();
  closeAtEnd(() => services.close());
  shop = await createPayShop({ env: services.env });
  const sandbox = shop.outside.fetch;
  shop.outside.fetch = (address, init) =>
    String(address).startsWith('http://127.0.0.1:') ? fetch(address, init) : sandbox(address, init);
  await save(ids);
  mug = (await addProduct(shop, { price: 1400, stock: 9 })).product;
  await view('session-1');
});
afterEach(() => {
  services.taken.length = 0;
  services.failures.length = 0;
});

const save = (value: object) =>
  shop.db.transaction((trx) => writeSetting(trx, 'pixels', pixelSettings, value, shop.clock.now()));
/** Sends the due conversions after the page views are written. */
const work = () => {
  shop.clock.advance(5000);
  return runDueJobs(shop.services, conversionJobHandlers);
};
async function view(session_id: string): Promise<void> {
  const body = {
    session_id,
    client_id: 'client-1',
    current_url: `${site}/products/mug`,
    page_type: 'detail',
  };
  await shop.visitor().data('POST /api/v1/page/view', { body });
  await shop.services.visits.flush();
}
const sha = (text: string) => createHash('sha256').update(text).digest('hex');
const row = (event_id: string) =>
  shop.db.read.selectFrom('conversions').selectAll().where('event_id', '=', event_id).execute();

type MetaBody = NonNullable<RequestInput<Endpoints[typeof toMeta]>['body']>;
type TiktokBody = NonNullable<RequestInput<Endpoints[typeof toTiktok]>['body']>;
const metaBody = (more: Partial<MetaBody> = {}): MetaBody => ({
  event_name: 'AddToCart',
  event_id: 'add-1',
  event_time: shop.clock.now(),
  url: `${site}/products/mug?fbclid=x`,
  custom_data: { contents: [{ id: String(mug), quantity: 2, price: 14 }] },
  consent: true,
  session_id: 'session-1',
  ...more,
});
const tiktokBody = (more: Partial<TiktokBody> = {}): TiktokBody => ({
  event: 'AddToCart',
  event_id: 'add-1',
  timestamp: shop.clock.now(),
  url: `${site}/de/products/mug`,
  properties: { contents: [{ id: String(mug), quantity: 2, price: 14 }] },
  consent: true,
  session_id: 'session-1',
  ...more,
});

/** Creates a paid order of a product for 28.00. */
async function bought(visitor: Visitor): Promise<{ order_no: string; product: number }> {
  const mug = await addProduct(shop, { price: 2800, stock: 5 });
  const fields = {
    ...filledIn,
    email: ' Ada@Example.COM',
    address: { ...filledIn.address, phone: '(503) 555-0100' },
    phone: '(503) 555-0100',
  };
  const placed = await order(visitor, [mug], fields);
  await payByCard(shop, { ...mug, ...placed, visitor });
  return { order_no: placed.orderNo, product: mug.product };
}

it('forwards an event once to each service, whatever is repeated, under the id of the browser [TRK-13, TRK-14, API-100, API-101]', async () => {
  const visitor = shop.visitor();
  const event_time = Math.floor(shop.clock.now() / 1000);
  for (let time = 0; time < 3; time += 1) {
    expect((await visitor.call(toMeta, { body: metaBody() })).data).toEqual({});
    expect((await visitor.call(toTiktok, { body: tiktokBody() })).data).toEqual({});
    await work();
  }
  // Both are due at the same time, so either may be sent first.
  expect(services.taken.map(({ service, event }) => [service, event.event_id]).sort()).toEqual([
    ['meta', 'add-1'],
    ['tiktok', 'add-1'],
  ]);
  const [meta, tiktok] = services.taken.toSorted((one, other) => one.service.localeCompare(other.service));
  expect(meta).toMatchObject({ path: `/graph/${ids.meta}/events`, key: 'meta-key' });
  expect(meta?.event).toMatchObject({
    event_name: 'AddToCart',
    event_time,
    action_source: 'website',
    event_source_url: `${site}/products/mug`,
    custom_data: {
      ...{ value: 28, currency: 'USD', content_ids: [String(mug)] },
      contents: [{ id: String(mug), quantity: 2, item_price: 14 }],
    },
  });
  expect(tiktok).toMatchObject({ path: '/open_api/event/track/', key: 'tiktok-key' });
  expect(tiktok?.event).toMatchObject({
    ...{ event: 'AddToCart', event_source_id: ids.tiktok },
    page: { url: `${site}/de/products/mug` },
    properties: {
      value: 28,
      currency: 'USD',
      contents: [{ content_id: String(mug), quantity: 2, price: 14 }],
    },
  });
  // The personal data is deleted; the record that it was sent remains.
  expect(await row('add-1')).toMatchObject([
    { state: 'sent', payload: '{}' },
    { state: 'sent', payload: '{}' },
  ]);
});

it('tries again until a service has taken it, and then never again, though the page is long gone [TRK-13, TRK-14]', async () => {
  services.failures.push(500, 500, 0, 429);
  await shop.visitor().call(toMeta, { body: metaBody({ event_id: 'late' }) });
  await shop.visitor().call(toTiktok, { body: tiktokBody({ event_id: 'late' }) });
  for (let time = 0; time < 6; time += 1) {
    await work();
    shop.clock.advance(minute);
  }
  expect(services.taken.map(({ service }) => service).sort()).toEqual(['meta', 'tiktok']);
});

it('gives up what a service will never take', async () => {
  services.failures.push({ code: 100 });
  const before = services.calls();
  await shop.visitor().call(toMeta, { body: metaBody({ event_id: 'wrong' }) });
  await work();
  shop.clock.advance(10 * minute);
  await work();
  expect(services.calls() - before).toBe(1);
  expect(await row('wrong')).toMatchObject([{ state: 'refused', payload: '{}' }]);
});

it('tries again where the key has run out, or Meta wants fewer calls: that is no fault of the event', async () => {
  services.failures.push({ code: 190 }, { code: 4 }, 400);
  await shop.visitor().call(toMeta, { body: metaBody({ event_id: 'patient' }) });
  for (let time = 0; time < 8; time += 1) {
    await work();
    shop.clock.advance(10 * minute);
  }
  expect(services.taken.map(({ event }) => event.event_id)).toEqual(['patient']);
  expect(await row('patient')).toMatchObject([{ state: 'sent' }]);
});

it('tells of no purchase whose result is opened again after more than a week', async () => {
  const visitor = shop.visitor();
  const { order_no } = await bought(visitor);
  shop.clock.advance(8 * 24 * 60 * minute);
  const purchase = metaBody({ event_name: 'Purchase', custom_data: { order_id: order_no } });
  expect(await visitor.call(toMeta, { body: purchase })).toMatchObject({ code: 0 });
  expect(await row(`purchase.${order_no}`)).toEqual([]);
});

it('keeps and forwards nothing that the page does not state consent for [TRK-19]', async () => {
  const { consent, ...silent } = metaBody({ event_id: 'silent' });
  await shop.visitor().call(toMeta, { body: silent });
  await shop.visitor().call(toTiktok, { body: tiktokBody({ event_id: 'silent', consent: false }) });
  await work();
  expect(await row('silent')).toEqual([]);
  expect(services.taken).toEqual([]);
});

it.each([['sec-gpc'], ['dnt']])(
  'keeps and forwards nothing where the browser says no by %s, whatever the page says [TRK-18]',
  async (header) => {
    const calls = [
      [toMeta, metaBody({ event_id: header })],
      [toTiktok, tiktokBody({ event_id: header })],
    ] as const;
    for (const [key, body] of calls) {
      const headers = { 'content-type': 'application/json', [header]: '1' };
      const answer = await shop
        .visitor()
        .send(key.slice(5), { method: 'POST', headers, body: JSON.stringify(body) });
      expect(await answer.json()).toMatchObject({ code: 0 });
    }
    await work();
    expect(await row(header)).toEqual([]);
    expect(services.taken).toEqual([]);
  },
);

it('tells of a purchase what its order says, and never what the page says, once an order [TRK-13, TRK-14]', async () => {
  const visitor = shop.visitor();
  const { order_no, product } = await bought(visitor);
  const told = { value: 1, currency: 'EUR', contents: [{ id: '999', quantity: 9 }], order_id: order_no };
  const person = { email: 'mallory@example.com', phone: '+4915112345678' };
  for (const event_id of ['one', 'two']) {
    const shared = { event_id, url: `${site}/pay/result?order_no=${order_no}` };
    await visitor.data(toMeta, {
      body: metaBody({ ...shared, event_name: 'Purchase', custom_data: told, user_data: person }),
    });
    await visitor.data(toTiktok, {
      body: tiktokBody({ ...shared, event: 'Purchase', properties: told, user: person }),
    });
  }
  await work();
  expect(services.taken.map(({ event }) => event.event_id)).toEqual(Array(2).fill(`purchase.${order_no}`));
  const { total_price } = await shop.db.read
    .selectFrom('orders')
    .select('total_price')
    .where('order_no', '=', order_no)
    .executeTakeFirstOrThrow();
  const events = Object.fromEntries(services.taken.map(({ service, event }) => [service, event]));
  expect(events.meta).toMatchObject({
    event_name: 'Purchase',
    event_source_url: `${site}/pay/result`,
    user_data: { em: [sha('ada@example.com')], ph: [sha('15035550100')] },
    custom_data: {
      ...{ value: total_price / 100, currency: 'USD', order_id: order_no },
      contents: [{ id: String(product), quantity: 1, item_price: 28 }],
    },
  });
  expect(events.tiktok).toMatchObject({
    event: 'CompletePayment',
    user: { email: sha('ada@example.com'), phone: sha('+15035550100') },
    properties: { value: total_price / 100, currency: 'USD', order_id: order_no },
  });
  expect(JSON.stringify(services.taken)).not.toMatch(/lovelace|example\.com|ada@|5550100|mallory/i);
});

it('hears of no purchase from whom the order is not, nor before it is paid', async () => {
  const { order_no } = await bought(shop.visitor());
  const purchase = (custom_data: MetaBody['custom_data']) =>
    metaBody({ event_name: 'Purchase', event_id: 'not-mine', custom_data });
  const visitor = shop.visitor();
  expect((await visitor.call(toMeta, { body: purchase({ order_id: order_no }) })).code).toBe(10403);
  expect(await visitor.call(toMeta, { body: purchase({ value: 5 }) })).toMatchObject({
    code: 10001,
    msg: expect.stringContaining('custom_data.order_id'),
  });
  const vase = await addProduct(shop, { price: 2800, stock: 5 });
  const unpaid = await order(visitor, [vase], filledIn);
  const body = tiktokBody({ event: 'Purchase', properties: { order_id: unpaid.orderNo } });
  expect(await visitor.call(toTiktok, { body })).toMatchObject({
    code: 10001,
    msg: expect.stringContaining('properties.order_id'),
  });
  await work();
  expect(services.taken).toEqual([]);
});

it('hands on the ids of the service’s own cookies, and no address that is a key', async () => {
  const visitor = shop.visitor();
  visitor.cookies.set('_fbc', 'fb.1.1790856000000.AbC-1');
  visitor.cookies.set('_fbp', 'fb.1.1790856000000.99');
  visitor.cookies.set('ttclid', 'E.C.P.x');
  const token = await openCheckout(visitor, [await addProduct(shop, { price: 2800, stock: 5 })]);
  const url = `${site}/de/1/checkouts/${token}?x=1`;
  await visitor.data(toMeta, { body: metaBody({ event_name: 'InitiateCheckout', event_id: 'begin', url }) });
  await visitor.data(toTiktok, { body: tiktokBody({ event: 'InitiateCheckout', event_id: 'begin', url }) });
  await visitor.data(toMeta, { body: metaBody({ event_id: 'elsewhere', url: 'https://evil.example/x' }) });
  await work();
  const [meta, other] = services.taken.filter(({ service }) => service === 'meta').map(({ event }) => event);
  expect(meta).toMatchObject({
    event_source_url: site,
    user_data: { fbc: 'fb.1.1790856000000.AbC-1', fbp: 'fb.1.1790856000000.99' },
  });
  expect(other).toMatchObject({ event_source_url: site });
  expect(services.taken.find(({ service }) => service === 'tiktok')?.event).toMatchObject({
    user: { ttclid: 'E.C.P.x' },
    page: { url: site },
  });
});

describe('events that somebody makes up', () => {
  it('have the prices of the catalogue, whatever they state, and products of the shop alone [T11]', async () => {
    const contents = [
      { id: String(mug), quantity: 1, price: 99_999 },
      { id: '987654', quantity: 5, price: 500 },
    ];
    const forged = { value: 99_999, currency: 'BTC', contents, order_id: 'X', query: 'x' };
    await shop.visitor().data(toMeta, { body: metaBody({ event_id: 'dear', custom_data: forged }) });
    await shop.visitor().data(toTiktok, {
      body: tiktokBody({ event: 'ViewContent', event_id: 'dear', properties: forged }),
    });
    const others = { event_name: 'PageView' as const, event_id: 'valued', custom_data: forged };
    await shop.visitor().data(toMeta, { body: metaBody(others) });
    const nothing = { contents: [{ id: '987654', quantity: 1, price: 5 }] };
    await shop.visitor().data(toMeta, { body: metaBody({ event_id: 'none', custom_data: nothing }) });
    await work();
    const data = services.taken.map(({ service, event }) => [
      ...[service, event.event_id],
      event.custom_data ?? event.properties,
    ]);
    const own = { id: String(mug), quantity: 1, item_price: 14 };
    expect(data).toEqual(
      expect.arrayContaining([
        [
          'meta',
          'dear',
          {
            ...{ value: 14, currency: 'USD', content_type: 'product', content_ids: [String(mug)] },
            contents: [own],
          },
        ],
        ['meta', 'valued', {}],
        [
          'tiktok',
          'dear',
          expect.objectContaining({
            value: 14,
            currency: 'USD',
            contents: [{ content_id: String(mug), quantity: 1, price: 14 }],
          }),
        ],
      ]),
    );
    expect(data).toHaveLength(3);
  });

  it('of a checkout have what the checkout holds, and there must be one [T11]', async () => {
    const visitor = shop.visitor();
    const vase = await addProduct(shop, { price: 2800, stock: 5 });
    const token = await openCheckout(visitor, [{ ...vase, quantity: 2 }]);
    const begun = (event_id: string, url: string) =>
      metaBody({ event_name: 'InitiateCheckout', event_id, url, custom_data: { value: 9999 } });
    await visitor.data(toMeta, { body: begun('begun', `${site}/1/checkouts/${token}`) });
    for (const path of ['/1/checkouts/Zk3v9QwX7bN2mT8rL5cY1d', '/cart', '/%00', 'https://evil.example/x'])
      expect(await visitor.call(toMeta, { body: begun(`not ${path}`, path) })).toMatchObject({ code: 0 });
    await work();
    const [one, ...more] = services.taken.map(({ event }) => event);
    const { total_price } = await visitor.data('GET /api/v1/storefront/checkouts/:id', {
      params: { id: token },
    });
    expect(one).toMatchObject({
      ...{ event_id: 'begun', event_source_url: site },
      custom_data: {
        value: total_price,
        contents: [{ id: String(vase.product), quantity: 2, item_price: 28 }],
      },
    });
    expect(more).toEqual([]);
  });

  it('are forwarded to nobody without a page view of their session [T11]', async () => {
    const visitor = shop.visitor();
    const session = { session_start_time: 1, client_id: 'c', landing_page: '/', last_act_time: 1 };
    await visitor.data('POST /api/v1/session', { body: { ...session, session_id: 'no-views' } });
    for (const [event_id, session_id] of [
      ['unseen', 'no-views'],
      ['made-up', 'session-x'],
      ['nobody', undefined],
      ['empty', null],
    ] as const) {
      await visitor.data(toMeta, { body: metaBody({ event_id, session_id }) });
      await visitor.data(toTiktok, { body: tiktokBody({ event_id, session_id }) });
    }
    await work();
    expect(services.taken).toEqual([]);
    for (const id of ['unseen', 'made-up', 'nobody', 'empty'])
      expect((await row(id)).map(({ payload }) => payload)).toEqual(['{}', '{}']);
  });

  it('name nobody: an address only comes with a newsletter sign-up, a phone number with an order [T11]', async () => {
    const person = { email: 'victim@example.com', phone: '+4915112345678' };
    const names = ['PageView', 'AddToCart', 'Search', 'Subscribe'] as const;
    for (const name of names) {
      const body = { event_id: `named ${name}`, user_data: person, custom_data: {} };
      await shop.visitor().data(toMeta, { body: metaBody({ ...body, event_name: name }) });
      const tiktok = { event_id: `named ${name}`, user: person, properties: {} };
      await shop.visitor().data(toTiktok, { body: tiktokBody({ ...tiktok, event: name }) });
    }
    await work();
    expect(services.taken).toHaveLength(8);
    const naming = services.taken.filter(({ event }) =>
      JSON.stringify(event).includes(sha('victim@example.com')),
    );
    expect(naming.map(({ event }) => event.event_id)).toEqual(Array(2).fill('named Subscribe'));
    expect(JSON.stringify(services.taken)).not.toContain(sha('4915112345678'));
    expect(JSON.stringify(services.taken)).not.toContain(sha('+4915112345678'));
  });

  it('are counted by session, from however many addresses [T11]', async () => {
    await view('busy');
    const send = (event_id: string) =>
      shop.visitor().call(toMeta, { body: metaBody({ event_id, session_id: 'busy' }) });
    expect(await send('busy-1')).toMatchObject({ code: 0 });
    await shop.db.write
      .updateTable('rate_limits')
      .set({ hits: 600 })
      .where('key', 'like', 'conversion:subject:%')
      .execute();
    expect(await send('busy-2')).toMatchObject({ code: codes.tooManyRequests });
    shop.clock.advance(10 * minute);
    expect(await send('busy-2')).toMatchObject({ code: 0 });
    await work();
  });
});

it('forwards the events of a shopper whose page view arrives after them, or of a shop that counts no visits [T11]', async () => {
  const visitor = shop.visitor();
  await visitor.data(toMeta, {
    body: metaBody({ event_name: 'PageView', event_id: 'early', session_id: 'late', custom_data: {} }),
  });
  await view('late');
  const bought = { event_name: 'AddToCart' as const, event_id: 'put', session_id: 'late' };
  await visitor.data(toMeta, { body: metaBody(bought) });
  await work();
  expect(services.taken.map(({ event }) => event.event_id).sort()).toEqual(['early', 'put']);
  expect(JSON.stringify(services.taken)).not.toContain('late');
  await shop.db.transaction((trx) => writeSetting(trx, 'visits', visitsSchema, false, shop.clock.now()));
  await visitor.data(toMeta, { body: metaBody({ event_id: 'uncounted', session_id: undefined }) });
  await work();
  expect(services.taken.map(({ event }) => event.event_id)).toContain('uncounted');
  await shop.db.transaction((trx) => writeSetting(trx, 'visits', visitsSchema, true, shop.clock.now()));
});

it('keeps an event of a service that has no pixel, and forwards nothing', async () => {
  await save({ google: 'G-ABC1234567' });
  await shop.visitor().data(toMeta, { body: metaBody({ event_id: 'kept' }) });
  await work();
  expect(await row('kept')).toMatchObject([{ state: 'kept', payload: '{}', event_name: 'AddToCart' }]);
  expect(services.taken).toEqual([]);
  await save(ids);
});

it('forwards nothing more of a service that is switched off meanwhile', async () => {
  await shop.visitor().data(toMeta, { body: metaBody({ event_id: 'off' }) });
  await save({ tiktok: ids.tiktok });
  await work();
  expect(await row('off')).toMatchObject([{ state: 'refused', payload: '{}' }]);
  expect(services.taken).toEqual([]);
  await save(ids);
});

it('refuses an event of no name it knows', async () => {
  const body = metaBody({ event_name: 'Spied' as 'Search' });
  expect(await shop.visitor().call(toMeta, { body })).toMatchObject({
    code: 10001,
    msg: expect.stringContaining('event_name'),
  });
});

it('forgets what a shopper’s event says after a week, and that it was after a quarter', async () => {
  services.failures.push(500);
  await shop.visitor().data(toMeta, { body: metaBody({ event_id: 'old' }) });
  await work();
  shop.clock.advance(8 * 86_400_000);
  await runDueJobs(shop.services, {}, [housekeepingJob]);
  expect(await row('old')).toMatchObject([{ state: 'refused', payload: '{}' }]);
  shop.clock.advance(90 * 86_400_000);
  await runDueJobs(shop.services, {}, [housekeepingJob]);
  expect(await shop.db.read.selectFrom('conversions').selectAll().execute()).toEqual([]);
});
