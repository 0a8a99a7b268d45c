/** Exports metrics for Prometheus (METRICS_PORT, loopback only). */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, register } from 'prom-client';
import type { PageCache } from '../cache/page-cache.ts';
import type { Services } from '../core/services.ts';
import type { LabelledCount } from '../core/shop-events.ts';
import { mailLifetimeMs } from '../mail/obsolete-mails.ts';
import { countQueued } from '../mail/outbox-store.ts';
import type { ResponseSource } from '../pages/request-listener.ts';
import { usesRemoteApi } from '../platform/front.ts';
import { countDeadJobs } from '../queue/dead-jobs-store.ts';

export interface Metrics {
  /** Counts a response that did not come from the page cache. */
  answered(by: ResponseSource, status: number, milliseconds: number): void;
  /** Counts a response from the page cache. */
  cacheHit(status: number): void;
}

export const noMetrics: Metrics = { answered() {}, cacheHit() {} };

/** Sampling interval for the event-loop delay, ms. With the default of 10, an idle process would run a timer a hundred times a second. */
const eventLoopMonitoringPrecision = 50;

/** Registers the Prometheus metrics. The sizes and counters of `cache` and `services` are read at each scrape. */
export function registerMetrics(cache: PageCache, services: Services): Metrics {
  const { visits } = services;
  collectDefaultMetrics({ eventLoopMonitoringPrecision });
  const requests = new Counter({
    name: 'atoll_requests_total',
    help: 'Requests by what handled them.',
    labelNames: ['by', 'status'],
    collect() {
      for (const [status, count] of hits) requests.inc({ by: 'cache', status }, count);
      hits.clear();
    },
  });
  const seconds = new Histogram({
    name: 'atoll_request_seconds',
    help: 'Response time, without cached pages.',
    labelNames: ['by'],
    buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3],
  });
  new Gauge({
    name: 'atoll_page_cache_bytes',
    help: 'Size of the cached pages, bytes.',
    collect() {
      this.set(cache.store.bytes);
    },
  });
  new Gauge({
    name: 'atoll_page_cache_pages',
    help: 'Number of cached pages.',
    collect() {
      this.set(cache.store.size);
    },
  });
  new Gauge({
    name: 'atoll_page_renders_total',
    help: 'Pages rendered for the cache.',
    collect() {
      this.set(cache.renders);
    },
  });
  new Gauge({
    name: 'atoll_visit_rows_dropped_total',
    help: 'Visits, page views and load times that were not stored, because too many were queued or the database rejected them.',
    collect() {
      this.set(visits.dropped);
    },
  });
  if (!usesRemoteApi(services.env)) countShop(services);
  // Cache hits are counted in a plain map until the next scrape: updating a labelled counter would take a considerable part of the time for
  // sending a cached page.
  const hits = new Map<number, number>();
  return {
    answered(by, status, milliseconds) {
      requests.inc({ by, status });
      seconds.observe({ by }, milliseconds / 1000);
    },
    cacheHit(status) {
      hits.set(status, (hits.get(status) ?? 0) + 1);
    },
  };
}

/** Registers the metrics of orders, payments and the database. */
function countShop({ db, events, now }: Services): void {
  exportCount('atoll_orders_total', 'Orders placed and paid.', ['event'], events.orders);
  exportCount(
    'atoll_payment_attempts_total',
    'Payments started at a provider.',
    ['provider'],
    events.attempts,
  );
  exportCount(
    'atoll_payment_outcomes_total',
    'Results of payments. A charge without a response from the provider counts as unanswered, and again when its result is known.',
    ['provider', 'outcome'],
    events.outcomes,
  );
  sharedGauge(
    'atoll_jobs_given_up',
    'Jobs that failed permanently and need attention, such as emails that could not be sent. See npm run shop -- jobs.',
    ['kind'],
    async () => (await countDeadJobs(db.read)).map(({ kind, count }) => ({ labels: { kind }, count })),
  );
  sharedGauge(
    'atoll_emails_queued',
    'Emails of the last 7 days that are not sent, at most 10,000.',
    [],
    async () => [{ labels: {}, count: await countQueued(db.read, now() - mailLifetimeMs) }],
  );
  const { pool } = db;
  if (!pool) return;
  new Gauge({
    name: 'atoll_database_connections',
    help: 'Connections to PostgreSQL.',
    labelNames: ['state'],
    collect() {
      const { busy, idle } = pool();
      this.set({ state: 'busy' }, busy);
      this.set({ state: 'idle' }, idle);
    },
  });
  new Gauge({
    name: 'atoll_database_connections_max',
    help: 'Maximum number of connections to PostgreSQL that requests and jobs of these processes can open; each process needs two more for snapshots and migrations.',
    collect() {
      this.set(pool().size);
    },
  });
  new Gauge({
    name: 'atoll_database_waiting',
    help: 'Queries that wait for a connection to PostgreSQL.',
    collect() {
      this.set(pool().waiting);
    },
  });
}

function exportCount<Labels extends Record<string, string>>(
  name: string,
  help: string,
  labelNames: (keyof Labels & string)[],
  counted: LabelledCount<Labels>,
): void {
  new Counter({
    ...{ name, help, labelNames },
    collect() {
      this.reset();
      for (const { labels, count } of counted.values()) this.inc(labels, count);
    },
  });
}

/** Registers a gauge read from the database. All processes read the same value, so the aggregate is the maximum, not the sum. */
function sharedGauge(
  name: string,
  help: string,
  labelNames: string[],
  read: () => Promise<{ labels: Record<string, string>; count: number }[]>,
): void {
  new Gauge({
    ...{ name, help, labelNames, aggregator: 'max' },
    async collect() {
      // While the database is unreachable, the other metrics are still exported; /readyz reports the failure.
      const counts = await read().catch(() => null);
      this.reset();
      // Remove a gauge without labels: it would report 0, which an alert would treat as healthy.
      if (counts === null) return void (labelNames.length === 0 && this.remove());
      for (const { labels, count } of counts) this.set(labels, count);
    },
  });
}

/** Lets the primary process collect the metrics of this cluster worker. */
export function sendMetricsToPrimary(): void {
  new AggregatorRegistry();
}

/**
 * Serves the metrics of this process, or with `workers` the sum over all workers of this machine. Resolves when the port is open.
 * @throws Error when the port cannot be opened
 */
export async function serveMetrics(port: number, workers = false): Promise<Server> {
  const aggregate = workers ? new AggregatorRegistry() : null;
  const server = createServer((_request, response) => {
    (aggregate ? aggregate.clusterMetrics() : register.metrics()).then(
      (text) => response.writeHead(200, { 'content-type': register.contentType }).end(text),
      () => response.writeHead(503).end(),
    );
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
