/** The access log of cached pages: a sum now and then, because a line for each would cost as much as the answer. */
import type { Logger } from 'pino';

const every = 60_000;

export interface CacheHitLog {
  /** An answer from a cached page. */
  answered(status: number): void;
  /** Writes the last sum; nothing is counted for the log after that. */
  end(): void;
}

/**
 * Writes a line a minute with how many answers of which status came from the page cache, none while there were none: with the
 * lines of all other answers it accounts for every request.
 */
export function logCacheHits(log: Logger): CacheHitLog {
  let counts = new Map<number, number>();
  let since = performance.now();
  const write = () => {
    const answers = Object.fromEntries(counts);
    const seconds = Math.round((performance.now() - since) / 100) / 10;
    since = performance.now();
    if (counts.size === 0) return;
    counts = new Map();
    log.info({ by: 'cache', answers, seconds });
  };
  const timer = setInterval(write, every);
  timer.unref();
  return {
    answered: (status) => void counts.set(status, (counts.get(status) ?? 0) + 1),
    end: () => {
      clearInterval(timer);
      write();
    },
  };
}
