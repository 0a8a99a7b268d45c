/**
 * Decides whether cached pages may be shown: they are current while purges can be read, and shown for ten more minutes after a
 * read fails (docs/decisions/07-availability.md).
 */
import { DatabaseUnavailableError } from '../db/lost-connection.ts';

/** Poll interval, ms: a purge takes effect in every process within two seconds. */
export const pollIntervalMs = 1000;
/** How long cached pages are shown while purges cannot be read, ms. */
export const maxUnreachableMs = 10 * 60_000;
/** Timeout of a read, ms: without it a read that never ends would leave the cache looking current. */
export const maxReadMs = 2000;

/** State of the purge polling, which the page cache checks before it shows a page. */
export interface PurgePollState {
  /** Whether the last read succeeded, so that cached data is current. */
  readonly isSure: boolean;
  /** Time of `clock` until which cached pages may be shown. */
  readonly shownUntil: number;
  clock(): number;
  /** Reads every purge committed before the call and applies it to this process's caches. */
  applyPurges(): Promise<void>;
}

export interface PurgePollOptions {
  /** Reads the purges and calls `renew`. */
  sync(): Promise<void>;
  /** Called at the first failure after a success. */
  onFailing?(error: unknown): void;
  /** Called at the first success after failures. @param milliseconds since the first failure */
  onReadAgain?(milliseconds: number): void;
  /** Monotonic, ms. */
  clock(): number;
  /** Starts a timer; replaceable in tests. @returns a function that cancels it */
  after?(milliseconds: number, call: () => void): () => void;
}

function realTimer(milliseconds: number, call: () => void): () => void {
  const timer = setTimeout(call, milliseconds);
  return () => clearTimeout(timer);
}

export class PurgePoll implements PurgePollState {
  isSure = false;
  shownUntil = Number.NEGATIVE_INFINITY;
  readonly clock: () => number;
  readonly #options: PurgePollOptions;
  /** Time of the first failure since the last success; null after a success. */
  #failingSince: number | null = null;

  constructor(options: PurgePollOptions) {
    this.#options = options;
    this.clock = options.clock;
  }

  /** Records a successful read; its purges must have been applied already. */
  renew(): void {
    this.isSure = true;
    this.shownUntil = Number.POSITIVE_INFINITY;
    if (this.#failingSince === null) return;
    this.#options.onReadAgain?.(this.clock() - this.#failingSince);
    this.#failingSince = null;
  }

  /** @throws the read's error, or DatabaseUnavailableError on timeout; the read continues and counts if it succeeds later */
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
      this.#failingSince = this.clock();
      this.#options.onFailing?.(error);
    }
    this.isSure = false;
    this.shownUntil = this.#failingSince + maxUnreachableMs;
  }
}

/** For caches without purges: pages expire by age alone. */
export const noPurgePolling: PurgePollState = {
  isSure: true,
  shownUntil: Number.POSITIVE_INFINITY,
  clock: () => 0,
  applyPurges: async () => {},
};
