/**
 * A day's figures equal a row-by-row count: with bots, refunds, visits across midnight, and days of 23 and 25 hours. They
 * remain when the rows that they were calculated from are deleted.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { writeSetting } from '#server/settings/store.ts';
import type { DailyStatsRow } from '#server/tracking/compute-daily-stats.ts';
import { timeZoneSchema } from '#server/tracking/settings.ts';
import {
  deleteOldVisits,
  readDailyStats,
  rowRetention,
  visitStatsJob,
} from '#server/tracking/visit-stats.ts';
import { insertRow } from '../harness/insert-row.ts';
import { shopCommandLines } from '../harness/shop-command.ts';
import { createTestShop, type TestShop } from '../harness.ts';
import { addProduct } from '../orders/fixture.ts';
import { viewRow, visitRow } from './rows.ts';

const zone = 'Europe/Berlin';
const minute = 60_000;
const hour = 60 * minute;
const utc = (text: string) => Date.parse(`${text}Z`);

/** Returns a generator of integers from 0 to below `most`, the same in every run. */
function chances(seed: number) {
  let state = seed;
  return (most: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * most);
  };
}

interface Told {
  views: ReturnType<typeof viewRow>[];
  visits: ReturnType<typeof visitRow>[];
  adds: { session_id: string; product_id: number; quantity: number; at: number }[];
  orders: { order_no: string; paid_at: number; total_price: number; currency: string }[];
  lines: { order_no: string; product_id: number; quantity: number; is_gift: 0 | 1 }[];
  refunds: { updated_at: number; amount: number; currency: string; state: string }[];
  loads: { at: number; duration: number; is_bot: 0 | 1 }[];
}

const pageTypes = ['home', 'detail', 'collections', 'cart', 'checkouts', 'pay-result'];
const sources = ['direct', 'news', 'search.example', 'promotion'];

/** Returns five days of data around `middle`: visits of a few views each, every twelfth by a bot. */
function tell(middle: number, products: { id: number; handle: string }[]): Told {
  const told: Told = { views: [], visits: [], adds: [], orders: [], lines: [], refunds: [], loads: [] };
  const chance = chances(7);
  const start = middle - 60 * hour;
  for (let visit = 0; visit < 150; visit++) {
    const session_id = `session-${visit}`;
    const is_bot = visit % 12 === 0 ? 1 : 0;
    let at = start + chance(120 * 60) * minute;
    // Many start close to midnight.
    if (visit % 3 === 0) at = middle + (chance(5) - 2) * 24 * hour + chance(4) * 15 * minute - 30 * minute;
    // Some sessions have views but no visit row.
    if (visit % 10 !== 1) told.visits.push(visitRow({ session_id, source: sources[chance(4)]!, is_bot, at }));
    for (let view = 0; view <= chance(6); view++) {
      const page_type = pageTypes[chance(6)]!;
      const product = products[chance(products.length)]!;
      const handle = page_type === 'detail' ? product.handle : '';
      told.views.push(viewRow({ view_id: `v-${visit}-${view}`, session_id, page_type, handle, is_bot, at }));
      told.loads.push({ at, duration: 100 + chance(3000), is_bot });
      if (chance(3) === 0)
        told.adds.push({ session_id, product_id: product.id, quantity: 1 + chance(3), at });
      at += chance(25) * minute;
    }
  }
  // Belongs to no counted session.
  told.adds.push({ session_id: 'unknown', product_id: products[0]!.id, quantity: 5, at: middle });
  for (let order = 0; order < 40; order++) {
    const order_no = `order-${order}`;
    const paid_at = start + chance(120 * 60) * minute;
    const currency = order % 9 === 0 ? 'EUR' : 'USD';
    told.orders.push({ order_no, paid_at, total_price: 1000 + chance(9000), currency });
    told.lines.push({
      order_no,
      product_id: products[chance(3)]!.id,
      quantity: 1 + chance(4),
      is_gift: order % 8 === 0 ? 1 : 0,
    });
    const state = ['sent', 'new', 'refused'][chance(3)]!;
    told.refunds.push({
      updated_at: paid_at + chance(50) * hour,
      amount: 500 + chance(400),
      currency,
      state,
    });
  }
  return told;
}

async function keep(shop: TestShop, told: Told): Promise<void> {
  await shop.db.write.insertInto('visits').values(told.visits).execute();
  for (let at = 0; at < told.views.length; at += 200)
    await shop.db.write
      .insertInto('page_views')
      .values(told.views.slice(at, at + 200))
      .execute();
  const load = { session_id: 's', path: '/', redirect: 0, domain_lookup: 0, connect: 0, request: 0 };
  await shop.db.write
    .insertInto('page_loads')
    .values(told.loads.map((row) => ({ ...load, ...row })))
    .execute();
  const add = { client_id: 'c', event_id: '', variant_id: 1, cart_num: 1 };
  await shop.db.write
    .insertInto('bag_events')
    .values(told.adds.map((row) => ({ ...add, ...row })))
    .execute();
  for (const order of told.orders)
    await insertRow(shop.db, 'orders', {
      ...order,
      checkout_hash: order.order_no,
      token_hash: order.order_no,
      link_id: order.order_no,
      shop_id: 7,
      status_key: 1,
    });
  for (const line of told.lines) await insertRow(shop.db, 'order_lines', { ...line, position: 1 });
  for (const [at, refund] of told.refunds.entries())
    await insertRow(shop.db, 'refunds', { ...refund, request_id: `r-${at}`, order_no: `order-${at}` });
}

/** Unlike the shop's code, calculates the day of each row separately. */
const dayOf = (at: number) => new Date(at).toLocaleDateString('sv-SE', { timeZone: zone });

function countByHand(told: Told, days: readonly string[], products: { id: number; handle: string }[]) {
  const rows: Record<string, Record<string, number>> = {};
  const put = (day: string, kind: string, name: string | number, measure: string, by: number) => {
    if (!days.includes(day) || by === 0) return;
    const key = `${day} ${kind} ${name}`;
    rows[key] = { ...rows[key], [measure]: (rows[key]?.[measure] ?? 0) + by };
  };
  for (const day of days) {
    const seen = told.views.filter(({ at, is_bot }) => dayOf(at) === day && is_bot === 0);
    const added = told.adds.filter(({ at }) => dayOf(at) === day);
    for (const session of new Set(seen.map(({ session_id }) => session_id))) {
      const own = seen.filter(({ session_id }) => session_id === session);
      const source = told.visits.find(({ session_id }) => session_id === session)?.source ?? 'direct';
      for (const [kind, name] of [
        ['shop', ''],
        ['source', source],
      ] as const) {
        put(day, kind, name, 'visits', 1);
        put(day, kind, name, 'views', own.length);
        put(day, kind, name, 'lookers', own.some(({ page_type }) => page_type === 'detail') ? 1 : 0);
        put(day, kind, name, 'checkouts', own.some(({ page_type }) => page_type === 'checkouts') ? 1 : 0);
        put(day, kind, name, 'adders', added.some(({ session_id }) => session_id === session) ? 1 : 0);
      }
      for (const { session_id, product_id, quantity } of added)
        if (session_id === session) put(day, 'product', product_id, 'added', quantity);
    }
    for (const { handle } of seen)
      if (handle !== '')
        put(day, 'product', products.find((known) => known.handle === handle)!.id, 'views', 1);
    const times = told.loads
      .filter(({ at, is_bot }) => dayOf(at) === day && is_bot === 0)
      .map(({ duration }) => duration);
    times.sort((one, other) => one - other);
    put(day, 'shop', '', 'load_time', times[Math.ceil(times.length * 0.75) - 1] ?? 0);
  }
  for (const { at, is_bot } of told.views) put(dayOf(at), 'shop', '', 'bots', is_bot);
  for (const { order_no, paid_at, total_price, currency } of told.orders) {
    put(dayOf(paid_at), 'shop', '', 'orders', 1);
    put(dayOf(paid_at), 'money', currency, 'orders', 1);
    put(dayOf(paid_at), 'money', currency, 'amount', total_price);
    for (const line of told.lines)
      if (line.order_no === order_no && !line.is_gift)
        put(dayOf(paid_at), 'product', line.product_id, 'sold', line.quantity);
  }
  for (const { updated_at, amount, currency, state } of told.refunds)
    if (state === 'sent') put(dayOf(updated_at), 'money', currency, 'refunded', amount);
  return rows;
}

function asCounted(figures: readonly DailyStatsRow[]) {
  const rows: Record<string, Record<string, number>> = {};
  for (const { day, kind, name, ...measures } of figures) {
    const some = Object.entries(measures).filter(([, value]) => value !== 0 && value !== null);
    if (some.length > 0) rows[`${day} ${kind} ${name}`] = Object.fromEntries(some) as Record<string, number>;
  }
  return rows;
}

describe.each([
  // Summer time ends on 25 October and began on 29 March 2026; the data covers a day's last hour and the repeated hour.
  ['a day of 25 hours', '2026-10-25', '2026-10-24T22:00', '2026-10-28T10:00', 25],
  ['a day of 23 hours', '2026-03-29', '2026-03-28T23:00', '2026-04-01T10:00', 23],
])('around %s', (_, longDay, midnight, now, hours) => {
  let shop: TestShop;
  let told: Told;
  let products: { id: number; handle: string }[];
  beforeAll(async () => {
    shop = await createTestShop({ now: utc(now) });
    for (const title of ['Mug', 'Jug', 'Bowl']) await addProduct(shop, { title, price: 100, stock: 1 });
    products = await shop.db.read.selectFrom('products').select(['id', 'handle']).orderBy('id').execute();
    await shop.db.transaction((trx) => writeSetting(trx, 'timeZone', timeZoneSchema, zone, shop.clock.now()));
    told = tell(utc(midnight), products);
    // The first and last millisecond of that day, and their neighbours.
    const from = utc(midnight);
    for (const [index, at] of [from - 1, from, from + hours * hour - 1, from + hours * hour].entries())
      told.views.push(viewRow({ view_id: `edge-${index}`, session_id: `edge-${index}`, at }));
    await keep(shop, told);
  });

  test('what is counted is what was told', async () => {
    const { days, figures } = await readDailyStats(shop.services, 10, zone);
    const byHand = countByHand(told, days, products);
    expect(Object.keys(byHand).length).toBeGreaterThan(30);
    expect(byHand[`${longDay} shop `]?.visits).toBeGreaterThan(5);
    expect(asCounted(figures)).toEqual(byHand);
  });

  test('the same is kept for each day that is over, and remains when the rows are gone', async () => {
    const { signal } = new AbortController();
    const { days } = await readDailyStats(shop.services, 10, zone);
    await visitStatsJob.run({ services: shop.services, attempt: 1, signal });
    const kept = await shop.db.read
      .selectFrom('daily_figures')
      .selectAll()
      .where('day', '>=', days[0]!)
      .execute();
    const over = days.slice(0, -1);
    expect(asCounted(kept)).toEqual(countByHand(told, over, products));
    shop.clock.advance(rowRetention + 10 * 24 * hour);
    while ((await deleteOldVisits(shop.db.write, shop.clock.now() - rowRetention, 50)) === 50);
    for (const table of ['visits', 'page_views', 'page_loads'] as const)
      expect(await shop.db.read.selectFrom(table).selectAll().execute(), table).toEqual([]);
    const later = await readDailyStats(shop.services, 60, zone);
    const ofThen = later.figures.filter(({ day }) => over.includes(day));
    expect(asCounted(ofThen)).toEqual(countByHand(told, over, products));
  });
});

test('what strangers name without end is one source, and no product', async () => {
  const shop = await createTestShop({ now: utc('2026-10-28T10:00') });
  const at = shop.clock.now() - hour;
  const ids = Array.from({ length: 230 }, (_, index) => `session-${index}`);
  const of = (index: number) => (index < 20 ? 'other' : `source-${index}`);
  await shop.db.write
    .insertInto('page_views')
    .values(ids.map((session_id) => viewRow({ view_id: session_id, session_id, at })))
    .execute();
  await shop.db.write
    .insertInto('visits')
    .values(ids.map((session_id, index) => visitRow({ session_id, source: of(index), at })))
    .execute();
  await insertRow(shop.db, 'bag_events', { session_id: ids[0]!, product_id: 4711, quantity: 2, at });
  const { figures } = await readDailyStats(shop.services, 1, 'UTC');
  const found = figures.filter(({ kind }) => kind === 'source');
  expect(found).toHaveLength(200);
  expect(found.find(({ name }) => name === 'other')?.visits).toBe(20 + 11);
  expect(found.reduce((sum, { visits }) => sum + Number(visits), 0)).toBe(230);
  expect(figures.filter(({ kind }) => kind === 'product')).toEqual([]);
});

test('the report says what was counted, and who is not', async () => {
  const shop = await createTestShop({ now: utc('2026-10-28T10:00') });
  const { product } = await addProduct(shop, { title: 'Tidal \u001b[2J mug', price: 100, stock: 1 });
  const { handle } = await shop.db.read
    .selectFrom('products')
    .select('handle')
    .where('id', '=', product)
    .executeTakeFirstOrThrow();
  const at = shop.clock.now() - hour;
  const views = [
    viewRow({ view_id: 'a', session_id: 'one', at }),
    viewRow({ view_id: 'b', session_id: 'two', page_type: 'detail', handle, at }),
    viewRow({ view_id: 'c', session_id: 'program', is_bot: 1, at }),
  ];
  await shop.db.write.insertInto('page_views').values(views).execute();
  await shop.db.write
    .insertInto('visits')
    .values(visitRow({ session_id: 'two', source: 'news', at }))
    .execute();
  const said = await shopCommandLines(shop, 'report', '--days', '2');
  const text = said.join('\n');
  expect(said[0]).toBe('2026-10-27 to 2026-10-28 (UTC)');
  expect(text).toMatch(/Visits +2 {2}█{24} 100\.0 %/);
  expect(text).toMatch(/Visits that viewed a product +1 {2}█{12} +50\.0 %/);
  expect(text).toMatch(/2 page views, plus 1 by bots\./);
  expect(text).toMatch(/news +1 {2}█/);
  expect(text).toMatch(/Tidal \[2J mug +1/);
  expect(text).toMatch(/Visitors with Do Not\nTrack or Global Privacy Control are not counted/);
  const json = JSON.parse((await shopCommandLines(shop, 'report', '--days', '2', '--json')).join(''));
  expect(json).toMatchObject({ time_zone: 'UTC', days: ['2026-10-27', '2026-10-28'] });
  const today = json.figures.filter((row: { kind: string }) => row.kind === 'shop').at(-1);
  expect(today).toMatchObject({ day: '2026-10-28', visits: 2 });
  await expect(shopCommandLines(shop, 'report', '--days=0')).rejects.toThrow(/whole number/);
});
