/** What the shop counts about itself, for Prometheus (METRICS_PORT, loopback only). */
import { createServer, type Server } from 'node:http';
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, register } from 'prom-client';
import type { PageCache } from '../cache/page-cache.ts';
import type { AnsweredBy } from '../pages/request-listener.ts';

export interface Metrics {
  /** A request answered, by what answered it: `cache`, `rendered` page, `api`, `file`, `own`. */
  answered(by: AnsweredBy, status: number, milliseconds: number): void;
  /** A request answered from the page cache. */
  cacheHit(status: number): void;
}

/** Used where metrics are switched off. */
export const noMetrics: Metrics = { answered() {}, cacheHit() {} };

/** The event loop is looked at this often, ms. The usual 10 wakes an idle shop a hundred times a second. */
const eventLoopMonitoringPrecision = 50;

export type CountGivenUp = () => Promise<{ kind: string; count: number }[]>;

/**
 * Starts counting; `cache` is read at each scrape.
 * @param givenUp counts of work that was given up, read likewise; null in front of another platform
 * @param visits what keeps visits and page views
 */
export function countMetrics(
  cache: PageCache,
  givenUp: CountGivenUp | null,
  visits: { readonly dropped: number },
): Metrics {
  collectDefaultMetrics({ eventLoopMonitoringPrecision });
  const requests = new Counter({
    name: 'atoll_requests_total',
    help: 'Requests answered, by what answered them.',
    labelNames: ['by', 'status'],
    collect() {
      for (const [status, count] of hits) requests.inc({ by: 'cache', status }, count);
      hits.clear();
    },
  });
  const seconds = new Histogram({
    name: 'atoll_request_seconds',
    help: 'Time to answer, without cached pages.',
    labelNames: ['by'],
    buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3],
  });
  new Gauge({
    name: 'atoll_page_cache_bytes',
    help: 'Bytes of cached pages.',
    collect() {
      this.set(cache.store.bytes);
    },
  });
  new Gauge({
    name: 'atoll_page_cache_pages',
    help: 'Pages cached.',
    collect() {
      this.set(cache.store.size);
    },
  });
  new Gauge({
    name: 'atoll_page_renders_total',
    help: 'Pages rendered to be cached.',
    collect() {
      this.set(cache.renders);
    },
  });
  new Gauge({
    name: 'atoll_visit_rows_dropped_total',
    help: 'Visits, page views and load times that were lost: too many waited, or the database refused them.',
    collect() {
      this.set(visits.dropped);
    },
  });
  if (givenUp) countJobs(givenUp);
  // Counted in a plain map and handed over when asked: a labelled counter costs a good part of sending a cached page.
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

/** The same number in every process, so that of all workers one is told. */
function countJobs(givenUp: CountGivenUp): void {
  new Gauge({
    name: 'atoll_jobs_given_up',
    help: 'Work that failed too often and waits for a person: mails that could not be sent. See npm run shop -- jobs.',
    labelNames: ['kind'],
    aggregator: 'max',
    async collect() {
      // Without the database the other numbers are still told; /readyz says that it is away.
      const counts = await givenUp().catch(() => []);
      this.reset();
      for (const { kind, count } of counts) this.set({ kind }, count);
    },
  });
}

/** In a worker: hands its counts to the primary when that is asked. */
export function answerForMetrics(): void {
  new AggregatorRegistry();
}

/** Serves the sum over all workers of this machine, or of this process where there are none. */
export function serveMetrics(port: number, workers = false): Server {
  const aggregate = workers ? new AggregatorRegistry() : null;
  const server = createServer((_request, response) => {
    (aggregate ? aggregate.clusterMetrics() : register.metrics()).then(
      (text) => response.writeHead(200, { 'content-type': register.contentType }).end(text),
      () => response.writeHead(503).end(),
    );
  });
  server.listen(port, '127.0.0.1');
  return server;
}
