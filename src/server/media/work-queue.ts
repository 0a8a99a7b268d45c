/** Limits how many tasks run at the same time; further tasks wait in a queue. */
import PQueue from 'p-queue';

/** Thrown when too many tasks are waiting; the task was not started. */
export class QueueFullError extends Error {
  override name = 'QueueFullError';
}

export interface WorkQueue {
  /** Runs `work` as soon as a slot is free, in order of arrival. */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Throws if the queue is full. @throws QueueFullError */
  refuseIfLong(): void;
}

/** Returns a queue that runs `atOnce` tasks at a time. `refuseIfLong` throws while `maxQueued` or more tasks are waiting. */
export function workQueue(atOnce: number, maxQueued = Number.POSITIVE_INFINITY): WorkQueue {
  const queue = new PQueue({ concurrency: atOnce });
  return {
    run: (work) => queue.add(work),
    refuseIfLong() {
      if (queue.size >= maxQueued) throw new QueueFullError('Too many images are waiting to be processed.');
    },
  };
}
