/** Keeps a process at its share of the shop's jobs. */
import type { Services } from '../core/services.ts';
import type { JobHandlers, RecurringJob } from './job.ts';
import { lease } from './store.ts';
import { Worker } from './worker.ts';

const pollEvery = 1_000;
/** With jobs that could go on for long, ms, before they are asked to leave the rest to the next start. */
const grace = 500;

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
  const heartbeat = repeat(services, lease / 4, async () => {
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
 * Calls `work` now and again and again, `pause` milliseconds after it ended. Failures in a row, as while the database is
 * away, are logged once, and so is their end.
 */
function repeat(services: Services, pause: number, work: () => Promise<void>) {
  let timer: NodeJS.Timeout | undefined;
  let turn = Promise.resolve();
  let wanted = false;
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
      wanted = false;
      turn = turn
        .then(work)
        .then(noteSuccess, note)
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
