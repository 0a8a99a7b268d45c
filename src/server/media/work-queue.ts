/** Work that takes turns: whatever arrives, only so much of it runs at a time. */

/** More is waiting already than can be done soon; nothing was begun. */
export class QueueFull extends Error {
  override name = 'QueueFull';
}

export interface WorkQueue {
  /** Runs the work when it is its turn, in the order of arrival. */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  /** @throws QueueFull when so many wait already that one more would wait too long */
  refuseIfLong(): void;
}

/**
 * @param atOnce how much of the work runs at a time
 * @param longest how many may wait before refuseIfLong refuses
 */
export function workQueue(atOnce: number, longest: number): WorkQueue {
  const waiting: (() => void)[] = [];
  let running = 0;
  const begin = () => {
    if (running >= atOnce) return;
    const next = waiting.shift();
    if (!next) return;
    running += 1;
    next();
  };
  return {
    async run(work) {
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        begin();
      });
      try {
        return await work();
      } finally {
        running -= 1;
        begin();
      }
    },
    refuseIfLong() {
      if (waiting.length >= longest) throw new QueueFull('Too many pictures are waiting.');
    },
  };
}
