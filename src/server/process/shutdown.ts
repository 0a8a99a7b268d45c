/** Ends a process in order: the first signal finishes what runs, one that comes later than its echo ends at once. */
import cluster from 'node:cluster';
import type { Logger } from 'pino';

/** ms in which a second signal says no more than the first: Ctrl-C reaches us from the terminal, and again from npm, which passes on the signals it is sent. */
const echo = 1000;

/**
 * Calls `end` once, on SIGTERM, SIGINT, when the npm that started us is gone, or when the primary is.
 * @param end finishes the work; the process exits when it resolves
 */
export function onEnd(log: Logger, end: () => Promise<void>): void {
  let ending = false;
  let since = 0;
  const begin = (reason: string) => {
    if (ending) {
      // A worker hears it again from the primary.
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
  process.on('disconnect', () => begin('the primary is gone'));
  if (process.env.npm_lifecycle_event && !process.channel) watchParent(() => ending || begin('npm is gone'));
}

/** An npm that is killed passes nothing on: when it has gone, we would be left behind. */
function watchParent(gone: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    gone();
  }, 500);
  timer.unref();
}
