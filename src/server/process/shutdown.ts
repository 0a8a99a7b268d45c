/**
 * Shuts a process down. After the first signal it finishes running work; a second signal, sent at least a second later, makes it exit at
 * once.
 */
import cluster from 'node:cluster';
import type { Logger } from 'pino';

/**
 * Time within which a second signal counts as a duplicate, ms: the terminal sends Ctrl-C both to this process and to npm, which forwards
 * it.
 */
const echo = 1000;

/**
 * Calls `end` once: on SIGTERM or SIGINT, or when the npm process or the cluster's primary process that started this process dies.
 * @param end finishes the work; the process exits when the promise resolves
 */
export function onShutdown(log: Logger, end: () => Promise<void>): void {
  let ending = false;
  let since = 0;
  const begin = (reason: string) => {
    if (ending) {
      // Workers receive the signal both from the terminal and from the primary process.
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

/**
 * Calls `onParentExit` when the parent process dies. A killed npm forwards no signal, so without this check this process would keep
 * running.
 */
function watchParent(onParentExit: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onParentExit();
  }, 500);
  timer.unref();
}
