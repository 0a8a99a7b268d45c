/** Keeps a process at its share of the shop's jobs. */
import type { Services } from '../services.ts';
import type { JobHandlers, RecurringJob } from './job.ts';
import { lease } from './store.ts';
import { Worker } from './worker.ts';

const pollEvery = 1_000;
const mostAtOnce = 4;
const grace = 3_000;

/**
 * Looks for due jobs each second until stopped. Safe in every process of every machine at once.
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
    await worker.startDue(mostAtOnce);
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
    const started = await worker.startDue(mostAtOnce);
    if (started.length === 0) return;
    await Promise.all(started);
  }
}

/** Calls `work` again and again, `pause` milliseconds after it ended; a failure is logged and the next call comes. */
function repeat(services: Services, pause: number, work: () => Promise<void>) {
  let timer: NodeJS.Timeout;
  let turn = Promise.resolve();
  let stopped = false;
  const next = () => {
    timer = setTimeout(() => {
      turn = work()
        .catch((error: unknown) => services.log.error({ err: error }, 'jobs could not be looked for'))
        .finally(() => {
          if (!stopped) next();
        });
    }, pause);
  };
  next();
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await turn;
    },
  };
}
