import cluster from 'node:cluster';
import { fileURLToPath } from 'node:url';
import { commonHeaders } from '../api/security-headers.ts';
import { parseTrustedProxies } from '../core/client-address.ts';
import { ClientScheduler } from '../core/client-scheduler.ts';
import type { Env } from '../core/env.ts';
import { selectJobs } from '../jobs/table.ts';
import { encodeFirstScreenImages } from '../pages/first-screen-images.ts';
import { createPageService } from '../pages/page-service.ts';
import { previewListener } from '../pages/preview.ts';
import { createRequestListener } from '../pages/request-listener.ts';
import { createStaticFileHandler } from '../pages/static-files.ts';
import { apiListener } from '../platform/api-listener.ts';
import { usesRemoteApi } from '../platform/front.ts';
import { startJobs } from '../queue/start-jobs.ts';
import { keepIndexWarm } from '../search/warm-index.ts';
import { announceSetup } from '../staff/announce-setup.ts';
import { logRequest } from './access-log.ts';
import { logCacheHits } from './cache-hit-log.ts';
import { createClientHasher } from './client-hasher.ts';
import { closeServer } from './close-server.ts';
import { createShopServer } from './create-shop-server.ts';
import { healthRoutes } from './health.ts';
import { InFlightTracker } from './in-flight.ts';
import type { Log } from './log.ts';
import { noMetrics, registerMetrics, sendMetricsToPrimary, serveMetrics } from './metrics.ts';
import { startServices } from './start-services.ts';

const client = fileURLToPath(new URL('../../../dist/client/', import.meta.url));

/**
 * Starts a process that serves the shop; resolves when the port is open.
 * @returns a function that finishes running requests and closes everything
 */
export async function serve(env: Env, { log, plain, flush }: Log): Promise<() => Promise<void>> {
  const { services, stop } = await startServices(env, log);
  // An unhandled rejection in one request must not end the requests of other visitors.
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled promise rejection'));
  const pages = await createPageService(services);
  const hasLocalShop = !usesRemoteApi(env);
  if (hasLocalShop && env.WARM_IMAGES) await encodeFirstScreenImages(services, pages.cache);
  const common = commonHeaders(env);
  const health = healthRoutes(services);
  const metrics = env.METRICS_PORT ? registerMetrics(pages.cache, services) : noMetrics;
  const cacheHitLog = logCacheHits(log);
  const underWay = new InFlightTracker();
  const clientOf = await createClientHasher(services);
  const turns = new ClientScheduler();
  const atWork = (done: Promise<unknown>) => underWay.work(done);
  const listener = createRequestListener({
    services,
    pages,
    common,
    turns,
    isTrusted: parseTrustedProxies(env.TRUSTED_PROXIES),
    files: await createStaticFileHandler(client, common),
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
      return logRequest(plain, metrics, clientOf, request, response, requestId);
    },
    atWork,
  });
  const server = createShopServer(listener);
  underWay.watch(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(env.PORT, env.HOST, resolve);
  });
  const metricsServer = env.METRICS_PORT && !cluster.isWorker ? await serveMetrics(env.METRICS_PORT) : null;
  if (env.METRICS_PORT && cluster.isWorker) sendMetricsToPrimary();
  const finding = hasLocalShop ? keepIndexWarm(services) : null;
  const { handlers, recurring } = selectJobs(env);
  const jobs = hasLocalShop ? await startJobs(services, handlers, recurring) : null;
  log.info({ url: env.SITE_URL, host: env.HOST, port: env.PORT }, 'server ready');
  // With workers, the primary process prints the link.
  if (hasLocalShop && !cluster.isWorker) await announceSetup(services);
  flush();

  return async () => {
    health.end();
    metricsServer?.close();
    // Wait for jobs no longer than for other work: payment requests that have no response by then are settled after the next start.
    for (const ended of [jobs?.stop(), finding?.()]) if (ended) underWay.work(ended);
    await closeServer(server, underWay);
    await pages.stop();
    await stop();
    cacheHitLog.end();
    log.info('server stopped');
    flush();
  };
}
