import type { Services } from '#server/core/services.ts';
import type { JobHandlers, RecurringJob } from '#server/queue/job.ts';
import { Worker } from '#server/queue/worker.ts';

/** Runs all jobs that are due by the shop's clock, including those that become due meanwhile, and waits for them. */
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
