/** Environment and priority of the child processes that decode pictures. */
import type { ChildProcess } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { constants, setPriority } from 'node:os';

/** No variables of the server: a compromised child finds no keys. Its malloc returns memory; it reuses the compile cache. */
export const childEnvironment = () => ({
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '1000000',
  NODE_COMPILE_CACHE: getCompileCacheDir(),
});

/**
 * Lowers a child's priority below the server's. Not to the lowest: on a busy machine that gets 1.5 % of a core, and half a second
 * of work takes more than 30 s. Call it right after the start: threads inherit the priority of their creator, so a process that
 * lowers its own priority is too late for its worker threads.
 */
export function lowerPriority({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Some machines forbid it, and the process may have ended; the picture is processed all the same.
  }
}
