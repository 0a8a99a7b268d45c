/** What processes that decode pictures are given. */
import type { ChildProcess } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { constants, setPriority } from 'node:os';

/** Nothing of ours: no keys to steal. A malloc that gives memory back, and sources that are compiled already. */
export const childEnvironment = () => ({
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '1000000',
  NODE_COMPILE_CACHE: getCompileCacheDir(),
});

/**
 * Lets the server go first. Below normal and not the lowest: on a busy machine the lowest gets 1.5 % of a core, and a job that
 * needs half a second of it takes more than 30 s. Call it as soon as the process has started: a thread has the priority of the
 * thread that started it, so a process that lowers its own is too late for the threads that do the work.
 */
export function lowerPriority({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Some machines refuse it, and the process may have ended. Neither is a reason to give up a picture.
  }
}
