/** What processes that decode pictures are given. */
import type { ChildProcess } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { setPriority } from 'node:os';

/** Nothing of ours: no keys to steal. A malloc that gives memory back, and sources that are compiled already. */
export const childEnvironment = () => ({
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '1000000',
  NODE_COMPILE_CACHE: getCompileCacheDir(),
});

/**
 * Call it as soon as the process has begun: each thread has the priority of the one that started it, and what it would say of
 * itself would come after the threads that do the work.
 * @param priority as of os.setPriority
 */
export function lowerPriority({ pid }: ChildProcess, priority: number): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, priority);
  } catch {
    // Some machines refuse it, and the process may have ended: a wish, for which no picture is given up.
  }
}
