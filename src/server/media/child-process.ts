/** Environment and priority of the child processes that decode and encode images. */
import type { ChildProcess } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { constants, setPriority } from 'node:os';

/**
 * Environment of a child process. Contains none of the server's variables, so that a compromised child finds no keys. Makes malloc
 * return freed memory to the system, and lets the child reuse the server's compile cache.
 */
export const childEnvironment = () => ({
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '1000000',
  NODE_COMPILE_CACHE: getCompileCacheDir(),
});

/**
 * Lowers the priority of a child process below the server's. The lowest priority would be too low: on a busy machine such a process
 * gets 1.5 % of a core, and half a second of work takes more than 30 s. Call this immediately after starting the child: a thread
 * inherits the priority of the thread that creates it, so a call inside the child would be too late for its worker threads.
 */
export function lowerPriority({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Some systems do not permit changing the priority, or the process may have exited. The image is still processed.
  }
}
