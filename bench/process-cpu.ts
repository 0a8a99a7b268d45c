/** CPU time of another process, including its threads. */
import { readdirSync, readFileSync } from 'node:fs';

/** ms. Linux counts in hundredths of a second. */
const tick = 10;

/** Returns the user and system time of a process so far, in ms, in steps of 10; includes threads that have ended. */
export function cpuOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * tick;
}

/**
 * Returns the same in ms but with nanosecond resolution, for intervals under a second. Sums the live threads, so a thread that
 * ends takes its time with it. Neither the shop nor the baseline ends a thread while it serves pages; at rest, a worker thread
 * may end.
 */
export function fineCpuOf(pid: number): number {
  const nanoseconds = readdirSync(`/proc/${pid}/task`).map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
  );
  return nanoseconds.reduce((sum, each) => sum + each, 0) / 1e6;
}
