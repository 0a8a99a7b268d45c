/** Shuts a process down: the first signal finishes running work, a second one after the echo interval exits at once. */
import cluster from 'node:cluster';
import type { Logger } from 'pino';

/** Interval in which a second signal is a duplicate, ms: the terminal sends Ctrl-C to us and to npm, which forwards it. */
const echo = 1000;

/**
 * Calls `end` once: on SIGTERM, on SIGINT, when the npm that started us dies, or when the primary does.
 * @param end finishes the work; the process exits when it resolves
 */
export function onShutdown(log: Logger, end: () => Promise<void>): void {
  let ending = false;
  let since = 0;
  const begin = (reason: string) => {
    if (ending) {
      // Workers receive the signal from the terminal and from the primary.
      if (cluster.isWorker || performance.now() - since < echo) return;
      log.warn('shutdown forced');
      for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGKILL');
      process.exit(1);
    }
    ending = true;
    since = performance.now();
    log.info({ reason }, 'shutdown started');
    end().then(
      () => process.exit(0),
      (error) => {
        log.error({ err: error }, 'shutdown failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => begin('SIGTERM'));
  process.on('SIGINT', () => begin('SIGINT'));
  process.on('disconnect', () => begin('the primary process exited'));
  if (process.env.npm_lifecycle_event && !process.channel) watchParent(() => ending || begin('npm exited'));
}

/** A killed npm forwards no signal: without this check we would keep running. */
function watchParent(onParentExit: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onParentExit();
  }, 500);
  timer.unref();
}
