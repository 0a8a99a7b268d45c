/** Work that takes turns: whatever arrives, only so much of it runs at a time. */
import PQueue from 'p-queue';

/** More is waiting already than can be done soon; nothing was begun. */
export class QueueFullError extends Error {
  override name = 'QueueFullError';
}

export interface WorkQueue {
  /** Runs the work when it is its turn, in the order of arrival. */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  /** @throws QueueFullError when so many wait already that one more would wait too long */
  refuseIfLong(): void;
}

/**
 * @param atOnce how much of the work runs at a time
 * @param longest how many may wait before refuseIfLong refuses
 */
export function workQueue(atOnce: number, longest = Number.POSITIVE_INFINITY): WorkQueue {
  const queue = new PQueue({ concurrency: atOnce });
  return {
    run: (work) => queue.add(work),
    refuseIfLong() {
      if (queue.size >= longest) throw new QueueFullError('Too many pictures are waiting.');
    },
  };
}
