/** Keeps a process at its share of the shop's jobs. */
import type { Services } from '../services.ts';
import type { JobHandlers, RecurringJob } from './job.ts';
import { lease } from './store.ts';
import { Worker } from './worker.ts';

const pollEvery = 1_000;
const grace = 3_000;

/**
 * Looks for due jobs each second, and as soon as one has ended, until stopped. Safe in every process of every machine at once.
 * @returns `stop`: claims no more and resolves when what runs has ended
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
  const heartbeat = repeat(services, lease / 4, () => worker.renewClaims());
  return {
    stop: async () => {
      await poll.stop();
      await worker.finish(grace);
      await heartbeat.stop();
    },
  };
}

/** Does every job that is due by the shop's clock, those that become due on the way included, and waits for them; for tests. */
export async function runDueJobs(
  services: Services,
  handlers: JobHandlers,
  recurring: readonly RecurringJob[] = [],
): Promise<void> {
  const worker = new Worker(services, handlers, recurring);
  await worker.prepare();
  for (;;) {
    const started = await worker.startDue();
    if (started.length === 0) return;
    await Promise.all(started);
  }
}

/** Calls `work` now and again and again, `pause` milliseconds after it ended; a failure is logged and the next call comes. */
function repeat(services: Services, pause: number, work: () => Promise<void>) {
  let timer: NodeJS.Timeout | undefined;
  let turn = Promise.resolve();
  let wanted = false;
  let stopped = false;
  const next = (wait: number) => {
    clearTimeout(timer);
    if (stopped) return;
    timer = setTimeout(() => {
      wanted = false;
      turn = turn
        .then(work)
        .catch((error: unknown) => services.log.error({ err: error }, 'jobs could not be looked for'))
        .finally(() => next(wanted ? 0 : pause));
    }, wait);
  };
  next(0);
  return {
    /** Has the next call come at once, or right after the one that runs. */
    soon: () => {
      wanted = true;
      next(0);
    },
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await turn;
    },
  };
}
