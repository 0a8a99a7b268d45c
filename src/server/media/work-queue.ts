/** Limits how many tasks run at a time; the others wait in a queue. */
import PQueue from 'p-queue';

/** Too many tasks are waiting; this one did not start. */
export class QueueFullError extends Error {
  override name = 'QueueFullError';
}

export interface WorkQueue {
  /** Runs the work in order of arrival, as soon as a slot is free. */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  /** @throws QueueFullError when so many tasks wait that another would wait too long */
  refuseIfLong(): void;
}

/** Returns a queue that runs `atOnce` tasks at a time; `refuseIfLong` throws once `maxQueued` tasks are waiting. */
export function workQueue(atOnce: number, maxQueued = Number.POSITIVE_INFINITY): WorkQueue {
  const queue = new PQueue({ concurrency: atOnce });
  return {
    run: (work) => queue.add(work),
    refuseIfLong() {
      if (queue.size >= maxQueued) throw new QueueFullError('Too many images are waiting to be processed.');
    },
  };
}
