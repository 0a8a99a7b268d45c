/**
 * Decides whether cached pages may be served: as long as purges can be read, and for ten more minutes after a read fails
 * (docs/decisions/07-availability.md).
 */
import { DatabaseUnavailableError } from '../db/lost-connection.ts';

/** Poll interval, ms: a purge takes effect in every process within two seconds. */
export const pollIntervalMs = 1000;
/** How long cached pages are served while purges cannot be read, ms. */
export const maxUnreachableMs = 10 * 60_000;
/** Timeout of a purge read, ms: without it, a read that never ends would make the cache look up to date. */
export const maxReadMs = 2000;

/** State of the purge polling, which the page cache checks before it serves a cached page. */
export interface PurgePollState {
  /** Whether the last read of the purges succeeded, so that cached data is up to date. */
  readonly isCurrent: boolean;
  /** Time, as returned by `monotonicNow`, until which cached pages may be served. */
  readonly usableUntil: number;
  monotonicNow(): number;
  /** Reads every purge committed before the call and applies it to this process's caches. */
  applyPurges(): Promise<void>;
}

export interface PurgePollOptions {
  /** Reads and applies the purges, then calls `renew`. */
  sync(): Promise<void>;
  /** Called when a read of the purges fails for the first time after a success. */
  onFailing?(error: unknown): void;
  /** Called when a read of the purges succeeds for the first time after failures. @param milliseconds time since the first failure */
  onReadAgain?(milliseconds: number): void;
  /** Returns a monotonic time, ms. */
  monotonicNow(): number;
  /** Starts a timer; replaceable in tests. @returns a function that cancels the timer */
  after?(milliseconds: number, call: () => void): () => void;
}

function realTimer(milliseconds: number, call: () => void): () => void {
  const timer = setTimeout(call, milliseconds);
  return () => clearTimeout(timer);
}

export class PurgePoll implements PurgePollState {
  isCurrent = false;
  usableUntil = Number.NEGATIVE_INFINITY;
  readonly monotonicNow: () => number;
  readonly #options: PurgePollOptions;
  /** Time of the first failed read since the last successful one; null after a success. */
  #failingSince: number | null = null;

  constructor(options: PurgePollOptions) {
    this.#options = options;
    this.monotonicNow = options.monotonicNow;
  }

  /** Records a successful read of the purges. Call it only after the purges have been applied. */
  renew(): void {
    this.isCurrent = true;
    this.usableUntil = Number.POSITIVE_INFINITY;
    if (this.#failingSince === null) return;
    this.#options.onReadAgain?.(this.monotonicNow() - this.#failingSince);
    this.#failingSince = null;
  }

  /**
   * Reads the purges and applies them.
   * @throws the error of the read, or DatabaseUnavailableError after a timeout; purges that are read after the timeout are still applied
   */
  async applyPurges(): Promise<void> {
    const { sync, after = realTimer } = this.#options;
    const { promise: tooLate, reject } = Promise.withResolvers<never>();
    const cancel = after(maxReadMs, () =>
      reject(new DatabaseUnavailableError(new Error('timed out while reading purges'))),
    );
    try {
      await Promise.race([sync(), tooLate]);
    } catch (error) {
      this.#fail(error);
      throw error;
    } finally {
      cancel();
    }
  }

  #fail(error: unknown): void {
    if (this.#failingSince === null) {
      this.#failingSince = this.monotonicNow();
      this.#options.onFailing?.(error);
    }
    this.isCurrent = false;
    this.usableUntil = this.#failingSince + maxUnreachableMs;
  }
}

/** Poll state for caches without purges, whose pages expire only by age. */
export const noPurgePolling: PurgePollState = {
  isCurrent: true,
  usableUntil: Number.POSITIVE_INFINITY,
  monotonicNow: () => 0,
  applyPurges: async () => {},
};
