/** Polls for due jobs and runs this process's share of them. */
import type { Services } from '../core/services.ts';
import type { JobHandlers, RecurringJob } from './job.ts';
import { leaseMs } from './store.ts';
import { Worker } from './worker.ts';

const pollEvery = 1_000;
/** How long shutdown waits for running jobs before it aborts their signals, ms. */
const grace = 500;

/**
 * Polls for due jobs every second, and again as soon as one ends, until stopped. Any number of processes may poll at the same time.
 * @returns `stop`, which stops claiming jobs and resolves when the running jobs have ended
 */
export async function startJobs(
  services: Services,
  handlers: JobHandlers,
  recurring: readonly RecurringJob[],
): Promise<{ stop(): Promise<void> }> {
  const worker = new Worker(services, handlers, recurring);
  await worker.prepare();
  const poll = repeat(services, pollEvery, async () => {
    for (const job of await worker.startDue()) void job.then(() => poll.soon());
  });
  const heartbeat = repeat(services, leaseMs / 4, async () => {
    await worker.renewClaims();
    await worker.followClock();
  });
  return {
    stop: async () => {
      await poll.stop();
      await worker.finish(grace);
      await heartbeat.stop();
    },
  };
}

/**
 * Calls `work` repeatedly, pausing `pause` milliseconds after each call. Consecutive failures, for example while the
 * database is unreachable, are logged once, and so is the recovery.
 */
function repeat(services: Services, pause: number, work: () => Promise<void>) {
  let timer: NodeJS.Timeout | undefined;
  let turn = Promise.resolve();
  let isRerunRequested = false;
  let stopped = false;
  let failures = 0;
  const note = (error: unknown) => {
    failures += 1;
    if (failures === 1) services.log.error({ err: error }, 'job polling failed');
  };
  const noteSuccess = () => {
    if (failures > 0) services.log.warn({ failures }, 'job polling restored');
    failures = 0;
  };
  const next = (wait: number) => {
    clearTimeout(timer);
    if (stopped) return;
    timer = setTimeout(() => {
      isRerunRequested = false;
      turn = turn
        .then(work)
        .then(noteSuccess, note)
        .finally(() => next(isRerunRequested ? 0 : pause));
    }, wait);
  };
  next(0);
  return {
    /** Calls `work` again at once or, if it is running, as soon as it ends. */
    soon: () => {
      isRerunRequested = true;
      next(0);
    },
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await turn;
    },
  };
}
