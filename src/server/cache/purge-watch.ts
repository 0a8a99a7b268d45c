/**
 * Whether what is cached may be shown: while the purges are read it is current, and after a read fails cached pages are shown for
 * ten minutes more (docs/decisions/07-availability.md).
 */
import { DatabaseUnavailableError } from '../db/lost-connection.ts';

/** How often the purges are read, ms: a purge shows in every process within two seconds. */
export const pollEvery = 1000;
/** How long cached pages are shown while the purges cannot be read, ms. */
export const maxUnreachableMs = 10 * 60_000;
/** A read that takes longer, ms, counts as failed: one that is never answered would otherwise count as current for ever. */
export const maxReadMs = 2000;

/** What the page cache asks before it shows anything. */
export interface PurgeWatch {
  /** Whether the last read succeeded, so that what is cached is current. */
  readonly isSure: boolean;
  /** Until this instant of `clock` cached pages may be shown. */
  readonly shownUntil: number;
  clock(): number;
  /** Reads every purge committed before the call and has what it concerns forgotten here. */
  hear(): Promise<void>;
}

export interface PurgePollOptions {
  /** Reads the purges and calls `renew`. */
  sync(): Promise<void>;
  /** Called when a read fails after one that did not. */
  onFailing?(error: unknown): void;
  /** Called when a read succeeds after some that failed. @param milliseconds how long none did */
  onReadAgain?(milliseconds: number): void;
  /** ms on a clock that is never set. */
  clock(): number;
  /** Calls once, later; a timer unless a test has its own. @returns cancels it */
  after?(milliseconds: number, call: () => void): () => void;
}

function realTimer(milliseconds: number, call: () => void): () => void {
  const timer = setTimeout(call, milliseconds);
  return () => clearTimeout(timer);
}

export class PurgePoll implements PurgeWatch {
  isSure = false;
  shownUntil = Number.NEGATIVE_INFINITY;
  readonly clock: () => number;
  readonly #options: PurgePollOptions;
  /** When reads began to fail; null while they do not. */
  #failingSince: number | null = null;

  constructor(options: PurgePollOptions) {
    this.#options = options;
    this.clock = options.clock;
  }

  /** Notes a complete read; what it purged must be forgotten already. */
  renew(): void {
    this.isSure = true;
    this.shownUntil = Number.POSITIVE_INFINITY;
    if (this.#failingSince === null) return;
    this.#options.onReadAgain?.(this.clock() - this.#failingSince);
    this.#failingSince = null;
  }

  /** @throws what the read threw, or when it takes too long; it continues, and counts if it completes later */
  async hear(): Promise<void> {
    const { sync, after = realTimer } = this.#options;
    const { promise: tooLate, reject } = Promise.withResolvers<never>();
    const cancel = after(maxReadMs, () =>
      reject(new DatabaseUnavailableError(new Error('the purges were not read in time'))),
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

/** Where no purge is ever read: pages end by age alone. */
export const noPurges: PurgeWatch = {
  isSure: true,
  shownUntil: Number.POSITIVE_INFINITY,
  clock: () => 0,
  hear: async () => {},
};
