/**
 * The process that `npm start` launches. It serves the shop or, with WORKERS above 1, runs that many worker processes that do; it also
 * supervises the sandbox.
 */
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { Logger } from 'pino';
import type { Env } from '../core/env.ts';
import { hasPendingImageVariants } from '../media/derivatives-job.ts';
import { usesRemoteApi } from '../platform/front.ts';
import { announceSetup } from '../staff/announce-setup.ts';
import { type Log, openLog } from './log.ts';
import { serveMetrics } from './metrics.ts';
import { superviseSandbox } from './sandbox-child.ts';
import { onShutdown } from './shutdown.ts';
import { startServices } from './start-services.ts';

/**
 * Minimum lifetime, ms, for a worker to be replaced as soon as it exits. A worker that exits sooner is replaced after a delay of this
 * length, because its replacement would probably exit too.
 */
const shortLife = 5000;

export async function runPrimary(env: Env): Promise<void> {
  const logs = openLog(env);
  const { log } = logs;
  const sandbox = await superviseSandbox(env, log);
  const serving = env.WORKERS === 1 ? serveHere(env, logs) : serveByWorkers(env, log);
  const end = await serving.catch(async (error) => {
    await sandbox?.stopOwn();
    throw error;
  });
  onShutdown(log, async () => {
    await end();
    await sandbox?.stop();
    logs.flush();
  });
}

async function serveHere(env: Env, logs: Log): Promise<() => Promise<void>> {
  const { serve } = await import('./serve.ts');
  return serve(env, logs);
}

async function serveByWorkers(env: Env, log: Logger): Promise<() => Promise<void>> {
  // Migrate once, before the workers start, so that none of them sees a half-migrated database.
  const { services, stop } = await startServices(env, log);
  const isNew = !usesRemoteApi(env) && (await hasPendingImageVariants(services.db.read));
  if (!usesRemoteApi(env)) await announceSetup(services);
  await stop();
  const metrics = env.METRICS_PORT ? await serveMetrics(env.METRICS_PORT, true) : null;
  let ending = false;
  const workers = new WeakMap<Worker, { born: number; canPurgeCdn: boolean }>();
  const fork = (canPurgeCdn: boolean) => {
    const worker = cluster.fork(canPurgeCdn ? { ATOLL_TELLS_CDN: '1' } : {});
    workers.set(worker, { born: Date.now(), canPurgeCdn });
  };
  cluster.on('exit', (worker, code, signal) => {
    if (ending) return;
    const { born, canPurgeCdn } = workers.get(worker) ?? { born: 0, canPurgeCdn: false };
    const lived = Date.now() - born;
    log.error({ worker: worker.id, code, signal }, 'worker exited');
    setTimeout(() => ending || fork(canPurgeCdn), lived < shortLife ? shortLife : 0);
  });
  const open = once(cluster, 'listening');
  fork(true);
  // Wait until the first worker has encoded the new images. Otherwise each worker would encode the same images, or serve pages without
  // them.
  if (isNew) await open;
  for (let count = 1; count < env.WORKERS; count += 1) fork(false);
  await open;
  return async () => {
    ending = true;
    metrics?.close();
    await Promise.all(
      Object.values(cluster.workers ?? {}).map(async (worker) => {
        if (!worker || worker.isDead()) return;
        const exitEvent = once(worker, 'exit');
        worker.process.kill('SIGTERM');
        await exitEvent;
      }),
    );
  };
}
