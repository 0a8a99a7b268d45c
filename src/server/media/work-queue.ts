/** Work that takes turns: whatever arrives, only so much of it runs at a time. */

/** More is waiting already than can be done soon; nothing was begun. */
export class QueueFull extends Error {
  override name = 'QueueFull';
}

/** `soon`: somebody waits for it. `idle`: it is done when nobody does. */
export type Turn = 'soon' | 'idle';

export interface WorkQueue {
  /** Runs the work when it is its turn, in the order of arrival. */
  run<Result>(work: () => Promise<Result>, turn?: Turn): Promise<Result>;
  /** @throws QueueFull when so many wait already that one more would wait too long */
  refuseIfLong(): void;
}

/**
 * @param atOnce how much of the work runs at a time
 * @param longest how many may wait before refuseIfLong refuses
 */
export function workQueue(atOnce: number, longest: number): WorkQueue {
  const lines: Record<Turn, (() => void)[]> = { soon: [], idle: [] };
  let running = 0;
  const begin = () => {
    if (running >= atOnce) return;
    const next = lines.soon.shift() ?? lines.idle.shift();
    if (!next) return;
    running += 1;
    next();
  };
  return {
    async run(work, turn = 'soon') {
      await new Promise<void>((resolve) => {
        lines[turn].push(resolve);
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
      if (lines.soon.length >= longest) throw new QueueFull('Too many pictures are waiting.');
    },
  };
}
