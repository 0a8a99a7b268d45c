/** Access log for the page cache: logs counts once a minute, because a line per response would cost as much as the response. */
import type { Logger } from 'pino';

const every = 60_000;

export interface CacheHitLog {
  /** Counts a response from the page cache. */
  answered(status: number): void;
  /** Logs the remaining counts and stops. */
  end(): void;
}

/**
 * Logs once a minute how many responses of each status came from the page cache; writes no line if there were none. Together with the
 * access log's lines for all other responses, this accounts for every request.
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
