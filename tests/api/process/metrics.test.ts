import { register } from 'prom-client';
import { beforeAll, expect, it } from 'vitest';
import type { PageCache } from '#server/cache/page-cache.ts';
import { obsoleteMailError } from '#server/mail/outbox-store.ts';
import { registerMetrics } from '#server/process/metrics.ts';
import { enqueue } from '#server/queue/enqueue.ts';
import { cards, createPayShop, type PayShop, payByCard, placeOne } from '../payments/pay-shop.ts';

let shop: PayShop;

beforeAll(async () => {
  shop = await createPayShop();
  registerMetrics({ store: { bytes: 0, size: 0 }, renders: 0 } as unknown as PageCache, shop.services);
});

async function scraped(prefix: string): Promise<string[]> {
  return (await register.metrics()).split('\n').filter((line) => line.startsWith(prefix));
}

it('counts orders and payments, attempts that failed too', async () => {
  const placed = await placeOne(shop);
  await payByCard(shop, placed, cards.declined);
  await payByCard(shop, placed);
  await placeOne(shop);
  expect(await scraped('atoll_orders')).toEqual([
    'atoll_orders_total{event="placed"} 2',
    'atoll_orders_total{event="paid"} 1',
  ]);
  expect(await scraped('atoll_payment')).toEqual([
    'atoll_payment_attempts_total{provider="simulated"} 2',
    'atoll_payment_outcomes_total{provider="simulated",outcome="declined"} 1',
    'atoll_payment_outcomes_total{provider="simulated",outcome="paid"} 1',
  ]);
});

it('counts an attempt whose provider does not answer', async () => {
  const placed = await placeOne(shop);
  shop.sandbox.scenarios.add({ call: 'POST /gateway/v1/payments', status: 503, times: 3, before: true });
  await payByCard(shop, placed);
  expect(await scraped('atoll_payment_outcomes_total{provider="simulated",outcome="unanswered"}')).toEqual([
    'atoll_payment_outcomes_total{provider="simulated",outcome="unanswered"} 1',
  ]);
});

it('counts the emails of seven days that wait, and the jobs that failed permanently', async () => {
  const now = shop.clock.now();
  const [before] = await scraped('atoll_emails_queued');
  const queued = Number(before?.split(' ')[1]);
  expect(queued).toBeGreaterThan(0);
  const mail = {
    kind: 'test',
    to_address: 'ada@example.com',
    subject: '',
    text: '',
    html: '',
    unsubscribe_url: '',
  };
  const unsent = { ...mail, created_at: now, sent_at: null, attempts: 0, last_error: '' };
  await shop.db.write
    .insertInto('mails')
    .values([
      { ...unsent, dedupe_key: 'waits' },
      { ...unsent, dedupe_key: 'sent', sent_at: now },
      { ...unsent, dedupe_key: 'over', last_error: obsoleteMailError },
      { ...unsent, dedupe_key: 'old', created_at: now - 8 * 24 * 3600_000 },
    ])
    .execute();
  await shop.db.transaction((trx) => enqueue(trx, { kind: 'lost', dedupeKey: '', payload: {}, runAt: now }));
  await shop.db.write.updateTable('jobs').set({ state: 'given_up' }).where('kind', '=', 'lost').execute();
  expect(await scraped('atoll_emails')).toEqual([`atoll_emails_queued ${queued + 1}`]);
  expect(await scraped('atoll_jobs')).toEqual(['atoll_jobs_given_up{kind="lost"} 1']);
});

it('has the pool of connections on PostgreSQL only', async () => {
  const names = (await scraped('atoll_database')).map((line) => line.split(' ')[0]);
  const pool = [
    'atoll_database_connections{state="busy"}',
    'atoll_database_connections{state="idle"}',
    'atoll_database_connections_max',
    'atoll_database_waiting',
  ];
  expect(names).toEqual(shop.db.dialect === 'postgres' ? pool : []);
});
