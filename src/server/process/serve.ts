import cluster from 'node:cluster';
import { fileURLToPath } from 'node:url';
import { commonHeaders } from '../api/security-headers.ts';
import { trustedProxies } from '../core/client-address.ts';
import { ClientTurns } from '../core/client-turns.ts';
import type { Env } from '../core/env.ts';
import { jobsOf } from '../jobs/table.ts';
import { makeFirstScreens } from '../pages/first-screens.ts';
import { openPages } from '../pages/open-pages.ts';
import { previewListener } from '../pages/preview.ts';
import { createRequestListener } from '../pages/request-listener.ts';
import { staticFiles } from '../pages/static-files.ts';
import { apiListener } from '../platform/api-listener.ts';
import { isFront } from '../platform/front.ts';
import { startJobs } from '../queue/start-jobs.ts';
import { keepIndexWarm } from '../search/warm-index.ts';
import { observe } from './access-log.ts';
import { logCacheHits } from './cache-hit-log.ts';
import { closeServer } from './close-server.ts';
import { healthRoutes } from './health.ts';
import { InFlight } from './in-flight.ts';
import type { Log } from './log.ts';
import { loggedClient } from './logged-client.ts';
import { answerForMetrics, countMetrics, noMetrics, serveMetrics } from './metrics.ts';
import { openServer } from './open-server.ts';
import { start } from './start.ts';

const client = fileURLToPath(new URL('../../../dist/client/', import.meta.url));

/**
 * Starts a process that serves the shop; resolves when the port is open.
 * @returns a function that finishes running requests and closes everything
 */
export async function serve(env: Env, { log, plain, flush }: Log): Promise<() => Promise<void>> {
  const { services, stop } = await start(env, log);
  // An unhandled error of one request must not end the requests of other visitors.
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled promise rejection'));
  const pages = await openPages(services);
  const hasLocalShop = !isFront(env);
  if (hasLocalShop && env.WARM_IMAGES) await makeFirstScreens(services, pages.cache);
  const common = commonHeaders(env);
  const health = healthRoutes(services);
  const metrics = env.METRICS_PORT ? countMetrics(pages.cache, services) : noMetrics;
  const cacheHitLog = logCacheHits(log);
  const underWay = new InFlight();
  const clientOf = await loggedClient(services);
  const turns = new ClientTurns();
  const atWork = (done: Promise<unknown>) => underWay.work(done);
  const listener = createRequestListener({
    services,
    pages,
    common,
    turns,
    isTrusted: trustedProxies(env.TRUSTED_PROXIES),
    files: await staticFiles(client, common),
    handleInternal: health.answer,
    preview: hasLocalShop ? previewListener(services, pages.renderDraft, turns) : null,
    // Caches are purged before the response to a write is sent.
    api: apiListener(services, pages.applyPurges, atWork, turns),
    cacheHit(status) {
      metrics.cacheHit(status);
      cacheHitLog.answered(status);
    },
    observe(request, response, requestId) {
      underWay.answer(response);
      return observe(plain, metrics, clientOf, request, response, requestId);
    },
    atWork,
  });
  const server = openServer(listener);
  underWay.watch(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(env.PORT, env.HOST, resolve);
  });
  const metricsServer = env.METRICS_PORT && !cluster.isWorker ? await serveMetrics(env.METRICS_PORT) : null;
  if (env.METRICS_PORT && cluster.isWorker) answerForMetrics();
  const finding = hasLocalShop ? keepIndexWarm(services) : null;
  const { handlers, recurring } = jobsOf(env);
  const jobs = hasLocalShop ? await startJobs(services, handlers, recurring) : null;
  log.info({ url: env.SITE_URL, host: env.HOST, port: env.PORT }, 'server ready');
  flush();

  return async () => {
    health.end();
    metricsServer?.close();
    // Jobs get no longer than other work: the next start settles calls that a provider has not answered.
    for (const ended of [jobs?.stop(), finding?.()]) if (ended) underWay.work(ended);
    await closeServer(server, underWay);
    await pages.stop();
    await stop();
    cacheHitLog.end();
    log.info('server stopped');
    flush();
  };
}
