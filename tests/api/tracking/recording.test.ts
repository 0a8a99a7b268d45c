/** How the shop records browser events: normalised, flagged, limited, and written in batches. */
import { beforeEach, expect, test, vi } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { DatabaseUnavailableError } from '#server/db/lost-connection.ts';
import { BatchRecorder, maxPerDay, maxPerMinute, maxQueuedRows } from '#server/tracking/batch-recorder.ts';
import { anonymiseVisitor, readVisits } from '#server/tracking/visitor-store.ts';
import { createTestShop, type TestShop } from '../harness.ts';
import { viewRow, visitRow } from './rows.ts';

let shop: TestShop;
beforeEach(async () => {
  shop = await createTestShop({ env: { SITE_URL: 'https://shop.example' } });
});

const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0' };

async function post(path: string, body: object, headers: Record<string, string> = browser) {
  const answer = await shop.app.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: answer.status, ...((await answer.json()) as { code: number; msg: string }) };
}

const view = (more: object = {}) => ({
  session_id: 'session-1',
  client_id: 'client-1',
  current_url: 'https://shop.example/products/mug',
  page_type: 'detail',
  ...more,
});

async function views() {
  await shop.services.visits.flush();
  return shop.db.read.selectFrom('page_views').selectAll().orderBy('id').execute();
}

test('an address is kept without language, query and key; of a private page its route [TRK-04]', async () => {
  const addresses = [
    'https://shop.example/de/products/blauer-krug?variant=3&email=ada%40example.com#top',
    'https://shop.example/7/checkouts/5f0e1d2c3b4a5968?step=pay',
    'https://shop.example/pay/result?order_no=ABCDE-FGHJK&token=secret',
    'https://shop.example/collections/wood/products/bowl',
    'https://shop.example/nowhere/ada@example.com',
    'not an address',
  ];
  for (const current_url of addresses)
    expect(await post('/api/v1/page/view', view({ current_url }))).toMatchObject({ code: 0 });
  expect((await views()).map(({ path, handle }) => [path, handle])).toEqual([
    ['/products/blauer-krug', 'blauer-krug'],
    ['/[shop_id]/checkouts/[token]', ''],
    ['/pay/result', ''],
    ['/collections/wood/products/bowl', 'bowl'],
    ['', ''],
    ['', ''],
  ]);
});

test('a referer loses its query, and its path where it is a private page of the shop [SESS-12, TRK-04]', async () => {
  for (const referer of [
    'https://search.example/find?q=ada+lovelace',
    'https://shop.example/7/checkouts/5f0e1d2c3b4a5968',
    'javascript:alert(1)',
  ])
    await post('/api/v1/page/view', view({ referer }));
  expect((await views()).map(({ referer }) => referer)).toEqual([
    'https://search.example/find',
    '/[shop_id]/checkouts/[token]',
    '',
  ]);
});

test('programs and prefetched pages are kept and marked', async () => {
  await post('/api/v1/page/view', view());
  await post('/api/v1/page/view', view(), { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' });
  await post('/api/v1/page/view', view(), { ...browser, 'sec-purpose': 'prefetch;prerender' });
  await post('/api/v1/page/view', view(), {});
  expect((await views()).map(({ is_bot }) => is_bot)).toEqual([0, 1, 1, 1]);
});

test('of a browser that says no nothing is kept, whatever its page sends', async () => {
  const session = {
    ...{ session_id: 's', session_start_time: 1, client_id: 'c', landing_page: '/', last_act_time: 1 },
  };
  const times = { redirect: 0, domain_lookup: 0, connect: 0, request: 0, duration: 9 };
  const load = { session_id: 's', current_url: 'https://shop.example/', ...times };
  for (const name of ['dnt', 'sec-gpc']) {
    const no = { [name]: '1' };
    expect(await post('/api/v1/page/view', view(), { ...browser, ...no })).toMatchObject({ code: 0 });
    expect(await post('/api/v1/session', session, { ...browser, ...no })).toMatchObject({ code: 0 });
    expect(await post('/api/v1/page/performance', load, { ...browser, ...no })).toMatchObject({ code: 0 });
  }
  expect(await views()).toEqual([]);
  for (const table of ['visits', 'page_loads'] as const)
    expect(await shop.db.read.selectFrom(table).selectAll().execute(), table).toEqual([]);
});

test('what is told of a view is bounded and named; a checkout tells its time with the same view [TRK-03, TRK-08, TRK-09, API-094]', async () => {
  const view_id = '00000000-0000-4000-8000-000000000001';
  const params = { view_id, sort_type: '4', page_num: 2, q: 'm'.repeat(999), other: 'x' };
  await post('/api/v1/page/view', view({ page_type: 'checkouts', extra_params: params }));
  const later = { ...params, view_duration: 4000 };
  await shop.services.visits.flush();
  await post('/api/v1/page/view', view({ page_type: 'checkouts', extra_params: later }));
  const rows = await views();
  expect(rows).toHaveLength(1);
  expect(rows[0]?.seconds).toBe(1800);
  expect(JSON.parse(rows[0]!.extra_params)).toEqual({ sort_type: '4', page_num: '2', q: 'm'.repeat(200) });
});

test('the times of a load are kept with its page, without its query [API-113]', async () => {
  const times = { redirect: 1, domain_lookup: 3, connect: 12, request: 48, duration: 700 };
  const load = { session_id: 's', current_url: 'https://shop.example/cart?token=k', ...times };
  expect(await post('/api/v1/page/performance', load)).toMatchObject({ code: 0 });
  expect(await post('/api/v1/page/performance', { ...load, duration: -1 })).toMatchObject({
    code: 10001,
    msg: expect.stringContaining('duration'),
  });
  await shop.services.visits.flush();
  expect(await shop.db.read.selectFrom('page_loads').selectAll().execute()).toMatchObject([
    { session_id: 's', path: '/cart', ...times },
  ]);
});

test.each([
  ['an address', { current_url: 'x'.repeat(2049) }, 'current_url'],
  ['a page type', { page_type: 'x'.repeat(33) }, 'page_type'],
  ['a blank session', { session_id: ' ' }, 'session_id'],
  ['a time', { ready_time: -1 }, 'ready_time'],
])('%s beyond the bounds is refused by name', async (_, more, field) => {
  const answer = await post('/api/v1/page/view', view(more));
  expect(answer).toMatchObject({ code: 10001, msg: expect.stringContaining(field) });
  expect(await views()).toEqual([]);
});

test('a body of more than 64 KiB is not read', async () => {
  const answer = await post('/api/v1/page/view', view({ extra_params: { q: 'x'.repeat(70_000) } }));
  expect(answer.status).toBe(413);
});

test('one client is refused when it tells more than people do, and another is not', () => {
  const recorder = new BatchRecorder(shop.db, shop.services.log);
  const now = shop.clock.now();
  const told = Array.from({ length: maxPerMinute + 5 }, () => recorder.admits('one', now));
  expect(told.filter(Boolean)).toHaveLength(maxPerMinute);
  expect([recorder.admits('another', now), recorder.admits('one', now + 60_000)]).toEqual([true, true]);
});

test('one client is refused for the rest of a day in which it told more than people do', () => {
  const recorder = new BatchRecorder(shop.db, shop.services.log);
  const day = 24 * 60;
  let taken = 0;
  for (let minute = 0; minute < day; minute += 1) {
    for (let call = 0; call < 40; call += 1) taken += Number(recorder.admits('one', minute * 60_000));
  }
  expect(taken).toBe(maxPerDay);
  expect([recorder.admits('another', 0), recorder.admits('one', day * 60_000)]).toEqual([true, true]);
});

test('a session that is told again has been active since; where it began stays [SESS-10, SESS-12, API-091]', async () => {
  const { visits } = shop.services;
  visits.take('visits', visitRow({ landing_page: '/first', last_act_time: 10 }));
  visits.take('visits', visitRow({ landing_page: '/second', last_act_time: 30 }));
  await visits.flush();
  visits.take('visits', visitRow({ landing_page: '/third', last_act_time: 20 }));
  visits.take('visits', visitRow({ session_id: 'session-2', landing_page: '/other' }));
  await visits.flush();
  const rows = await shop.db.read.selectFrom('visits').selectAll().orderBy('session_id').execute();
  expect(rows.map((row) => [row.landing_page, row.last_act_time])).toEqual([
    ['/first', 30],
    ['/other', 0],
  ]);
});

/** Returns a database whose transactions fail while `fails` is set. */
function faulty(db: Database) {
  const state = { fails: null as Error | null, transactions: 0 };
  const transaction: Database['transaction'] = async (work) => {
    state.transactions += 1;
    if (state.fails) throw state.fails;
    return db.transaction(work);
  };
  return { state, db: { transaction } };
}

test('what comes together is written in one transaction, within a second', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const { state, db } = faulty(shop.db);
    const recorder = new BatchRecorder(db, shop.services.log);
    for (let index = 0; index < 300; index++) recorder.take('page_views', viewRow({ view_id: `v-${index}` }));
    expect(state.transactions).toBe(0);
    await vi.advanceTimersByTimeAsync(1000);
    expect(state.transactions).toBe(1);
    await recorder.flush();
    expect(state.transactions).toBe(1);
  } finally {
    vi.useRealTimers();
  }
  expect(await views()).toHaveLength(300);
});

test('a full batch is written at once, and nothing of it is lost between two writings', async () => {
  const recorder = new BatchRecorder(shop.db, shop.services.log);
  for (let index = 0; index < 1234; index++) recorder.take('page_views', viewRow({ view_id: `v-${index}` }));
  await recorder.flush();
  await recorder.flush();
  expect(await views()).toHaveLength(1234);
});

test('while the database is away a bounded number waits, in order; what is too much is counted', async () => {
  const { state, db } = faulty(shop.db);
  state.fails = new DatabaseUnavailableError(new Error('away'));
  const recorder = new BatchRecorder(db, shop.services.log);
  for (let index = 0; index < maxQueuedRows + 250; index++) {
    recorder.take('page_views', viewRow({ view_id: `v-${index}` }));
    if (index === 600) await recorder.flush();
  }
  await recorder.flush();
  expect(recorder.dropped).toBe(250);
  state.fails = null;
  await recorder.flush();
  const rows = await views();
  expect(rows).toHaveLength(maxQueuedRows);
  expect([rows[0]?.view_id, rows.at(-1)?.view_id]).toEqual(['v-0', `v-${maxQueuedRows - 1}`]);
});

test('what the database refuses is dropped and counted, and does not hold up what follows', async () => {
  const recorder = new BatchRecorder(shop.db, shop.services.log);
  for (const view_id of ['before', 'bad', 'after', 'last']) {
    const at = view_id === 'bad' ? ('now' as unknown as number) : 0;
    recorder.take('page_views', viewRow({ view_id, at }));
  }
  recorder.take('visits', visitRow());
  await recorder.flush();
  recorder.take('page_views', viewRow({ view_id: 'good' }));
  await recorder.flush();
  expect(recorder.dropped).toBe(1);
  expect((await views()).map(({ view_id }) => view_id)).toEqual(['before', 'after', 'last', 'good']);
  expect(await shop.db.read.selectFrom('visits').select('session_id').execute()).toHaveLength(1);
});

test('a page that no product can have costs nobody else’s views', async () => {
  await post('/api/v1/page/view', view());
  const hostile = view({ current_url: 'https://shop.example/products/a%00b', session_id: 'hostile' });
  expect(await post('/api/v1/page/view', hostile)).toMatchObject({ code: 0 });
  expect((await views()).map(({ session_id, handle }) => [session_id, handle])).toEqual([
    ['session-1', 'mug'],
    ['hostile', ''],
  ]);
});

test('the longest handle of letters that take many bytes is kept whole', async () => {
  const handle = '杯'.repeat(200);
  await post(
    '/api/v1/page/view',
    view({ current_url: `https://shop.example/products/${encodeURI(handle)}` }),
  );
  expect((await views()).map((row) => row.handle)).toEqual([handle]);
});

test('of a browser that says no an add to the bag is not kept, nor what popups wait for', async () => {
  const add = { extra_params: { cart_num: 1, sku_id: 1, spu_id: 1, client_id: 'client-1' } };
  const told = { distinct_id: 'client-1', events: [] };
  for (const name of ['dnt', 'sec-gpc']) {
    const headers = { ...browser, [name]: '1' };
    expect(await post('/api/v1/cart/add/event', add, headers)).toMatchObject({ code: 0 });
    expect(await post('/api/v1/popups/getEvent', told, headers)).toMatchObject({ code: 0 });
  }
  expect(await shop.db.read.selectFrom('bag_events').selectAll().execute()).toEqual([]);
});

test('an add to the bag is kept with its visit [TRK-12]', async () => {
  const body = {
    extra_params: { cart_num: 3, sku_id: 7, spu_id: 5, client_id: 'client-1' },
    event_id: 'add-1',
    session_id: 'session-1',
  };
  expect(await post('/api/v1/cart/add/event', body)).toMatchObject({ code: 0 });
  const rows = await shop.db.read.selectFrom('bag_events').selectAll().execute();
  expect(rows).toMatchObject([
    { session_id: 'session-1', client_id: 'client-1', product_id: 5, variant_id: 7, cart_num: 3 },
  ]);
});

test.each([true, false])(
  'a visit keeps its first login when others send its session id later; written between: %s [T11]',
  async (isWritten) => {
    const send = async (row: Parameters<typeof visitRow>[0]) => {
      shop.services.visits.take('visits', visitRow({ client_id: 'client-1', ...row }));
      if (isWritten) await shop.services.visits.flush();
    };
    await send({ session_id: 'guest' });
    await send({ session_id: 'guest', one_id: '7' });
    await send({ session_id: 'guest', one_id: '8' });
    await send({ session_id: 'guest', one_id: 'client-1' });
    await send({ session_id: 'gone', client_id: '', one_id: '' });
    await send({ session_id: 'gone', one_id: '8' });
    await shop.services.visits.flush();
    const rows = shop.db.read.selectFrom('visits').select(['session_id', 'one_id']).orderBy('session_id');
    expect(await rows.execute()).toEqual([
      { session_id: 'gone', one_id: '' },
      { session_id: 'guest', one_id: '7' },
    ]);
  },
);

test('nobody claims to be a customer; what is known of one is given and forgotten [SESS-01]', async () => {
  const session = { session_start_time: 1, client_id: 'client-1', landing_page: '/cart', last_act_time: 1 };
  await post('/api/v1/session', { ...session, session_id: 'claimed', one_id: '7' });
  await post('/api/v1/session', { ...session, session_id: 'digits', client_id: '7' });
  shop.services.visits.take('visits', visitRow({ session_id: 'own', one_id: '7', landing_page: '/blogs' }));
  shop.services.visits.take('page_views', viewRow({ session_id: 'own' }));
  await shop.services.visits.flush();
  expect((await readVisits(shop.db.read, 7)).map(({ landing_page }) => landing_page)).toEqual(['/blogs']);
  await anonymiseVisitor(shop.db.write, 7);
  const rows = await shop.db.read.selectFrom('visits').selectAll().orderBy('session_id').execute();
  expect(rows.map((row) => [row.one_id, row.client_id])).toEqual([
    ['client-1', 'client-1'],
    ['', '7'],
    ['', ''],
  ]);
  expect((await views()).map(({ client_id }) => client_id)).toEqual(['']);
});
