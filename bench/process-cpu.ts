/** CPU time of another process, threads included. */
import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second. */
const tick = 10;

/** User and system time of a process so far, ms, in steps of 10; the time of threads that have ended stays in it. */
export function cpuOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * tick;
}

/**
 * The same to the nanosecond, for what takes less than a second: the sum over the threads there are now. With a thread that
 * ends, its time goes, so this is for stretches in which none does: neither the shop nor the baseline ends one while it sends
 * pages, but at rest a thread that worked apart may.
 */
export function fineCpuOf(pid: number): number {
  const nanoseconds = readdirSync(`/proc/${pid}/task`).map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
  );
  return nanoseconds.reduce((sum, each) => sum + each, 0) / 1e6;
}
