/** Reports the progress of long-running work on standard error: a bar on a terminal, elsewhere a plain line every 10 s. */
import cluster from 'node:cluster';
import type { SingleBar } from 'cli-progress';

export type ReportProgress = (done: number, total: number) => void;

interface ProgressLabel {
  /** Name of the work as a verb, such as `Importing`. */
  title: string;
  /** Plural noun for the counted units. */
  unit: string;
  /** Prints a plain line; defaults to standard error. */
  printLine?: (line: string) => void;
}

/** Delay before a progress bar appears, ms; short work shows no bar. */
const barDelayMs = 1000;
const lineIntervalMs = 10_000;

/** Runs long work and shows its progress until it ends. Returns the result of `work` and rethrows its errors. */
export async function trackProgress<Result>(
  { title, unit, printLine = (line) => process.stderr.write(`${line}\n`) }: ProgressLabel,
  work: (report: ReportProgress) => Promise<Result>,
): Promise<Result> {
  // Show no bars in cluster workers: they share one terminal, so their bars would overwrite each other.
  const isTerminal = process.stderr.isTTY && !cluster.isWorker;
  const library = isTerminal ? await import('cli-progress') : null;
  const began = performance.now();
  const format = (count: number) => count.toLocaleString('en');
  let lastLine = began;
  let bar: SingleBar | undefined;
  try {
    return await work((done, total) => {
      const now = performance.now();
      if (!library) {
        if (now - lastLine < lineIntervalMs) return;
        lastLine = now;
        printLine(`${title}: ${format(done)} of ${format(total)} ${unit}`);
        return;
      }
      if (done === 0 || now - began < barDelayMs) return;
      const payload = { left: timeText(((now - began) / done) * (total - done)) };
      if (!bar) {
        bar = new library.SingleBar({
          format: `${title} [{bar}] {value} of {total} ${unit}, {left} left`,
          formatValue: (value, _options, type) => (type === 'percentage' ? String(value) : format(value)),
          ...{ barsize: 20, stream: process.stderr, clearOnComplete: true },
          // Leave signals to the server's own handlers. Keep line wrapping on, because a killed process could not turn it on again.
          ...{ gracefulExit: false, linewrap: true },
        });
        bar.start(total, done, payload);
      }
      bar.setTotal(total);
      bar.update(done, payload);
    });
  } finally {
    bar?.stop();
  }
}

/** Formats a duration as text: `2 min 5 s`. */
function timeText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
