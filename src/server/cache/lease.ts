/**
 * For how long what is cached may be shown on the word of one read of the purges. As a rule until the next read fails, and
 * then ten minutes more. With CACHE_STRICT=1 reads are leases (docs/decisions/05-page-cache.md), which keep processes that know nothing of
 * each other from showing an older page after a newer one: each shows what it has cached only for a while after it began to
 * read the purges, and shows what is newer than a purge only when that while has passed since it heard of it. By then
 * everybody has read it too, or shows nothing cached until he has. Every instant is measured by one process on its own
 * clock; no two clocks are compared.
 */

/** How long one read of the purges is good for with CACHE_STRICT=1, ms; what a change may cost its first visitor. */
export const leaseTime = 400;
/** How often the purges are read, ms: a purge shows within two seconds, or twice in the time a strict read is good for. */
export const pollEvery = (isStrict: boolean): number => (isStrict ? leaseTime / 2 : 1000);
/** Clocks that are never set may still run at slightly different speeds. */
const drift = 5;
/** How long cached pages are shown on while the purges cannot be read, ms (docs/decisions/07-availability.md). */
export const maxUnreachableMs = 10 * 60_000;
/** A read that takes longer, ms, counts as failed: one that is never answered would otherwise vouch for ever. */
export const maxReadMs = 2000;

/** What the page cache asks before it shows anything. */
export interface PurgeWatch {
  /** Whether reads are monotonic across processes (no older page after a newer one); if not, no request waits for the purges. */
  readonly isStrict: boolean;
  /** Until this instant of `clock` the purges vouch for what is cached here. */
  readonly sureUntil: number;
  /** Until this instant cached pages may be shown: `sureUntil`, or later while the purges cannot be read. */
  readonly shownUntil: number;
  clock(): number;
  /** Hears of every purge committed before the call and has what it concerns forgotten here. */
  hear(): Promise<void>;
  /** Resolves when no process shows anything older than what was made here from `tags` before the call. */
  hold(tags: readonly string[] | 'everything'): Promise<void>;
}

export interface LeaseOptions {
  /** Reads the purges and hands the read to `renew`. */
  sync(): Promise<void>;
  /** CACHE_STRICT. */
  isStrict: boolean;
  /** Whether other processes may show the same pages; alone nothing is ever waited for. */
  hasNeighbours: boolean;
  /** Whether a read failed because the database is away; while it answers, a strict shop shows nothing without its word. */
  isAway?(error: unknown): boolean;
  /** Told when a read fails after one that did not. */
  onFailing?(error: unknown): void;
  /** Told when a read is complete after some that failed, and for how long none was, ms. */
  onReadAgain?(milliseconds: number): void;
  /** ms on a clock that is never set. */
  clock(): number;
  pause(milliseconds: number): Promise<unknown>;
  /** Calls once, later; a timer unless a test has its own. @returns calls it off */
  after?(milliseconds: number, call: () => void): () => void;
}

function realTimer(milliseconds: number, call: () => void): () => void {
  const timer = setTimeout(call, milliseconds);
  return () => clearTimeout(timer);
}

export class Lease implements PurgeWatch {
  sureUntil = Number.NEGATIVE_INFINITY;
  shownUntil = Number.NEGATIVE_INFINITY;
  readonly isStrict: boolean;
  readonly clock: () => number;
  readonly #options: LeaseOptions;
  /** Whether reads are good for `leaseTime` only. */
  readonly #isLeased: boolean;
  /** When each tag's last purge was heard of; the oldest first. */
  readonly #heard = new Map<string, number>();
  #lastHeard = Number.NEGATIVE_INFINITY;
  /** When the first read was complete, or one after a gap: purges from before it were never told, but others may still show what is older. */
  #opened: number | null = null;
  /** When reads began to fail; null while they do not. */
  #failingSince: number | null = null;

  constructor(options: LeaseOptions) {
    this.#options = options;
    this.isStrict = options.isStrict;
    this.#isLeased = options.isStrict && options.hasNeighbours;
    this.clock = options.clock;
  }

  /**
   * Notes a complete read; what it told of must be forgotten already.
   * @param began instant of `clock`
   */
  renew(began: number, tags: readonly string[] | 'everything'): void {
    this.sureUntil = this.#isLeased ? began + leaseTime : Number.POSITIVE_INFINITY;
    this.shownUntil = this.sureUntil;
    const now = this.clock();
    if (this.#failingSince !== null) {
      this.#options.onReadAgain?.(now - this.#failingSince);
      this.#failingSince = null;
    }
    this.#opened ??= now;
    for (const [tag, at] of this.#heard) {
      if (now < at + leaseTime + drift) break;
      this.#heard.delete(tag);
    }
    if (tags === 'everything') this.#opened = now;
    if (tags.length > 0) this.#lastHeard = now;
    for (const tag of tags === 'everything' ? [] : tags) {
      this.#heard.delete(tag);
      this.#heard.set(tag, now);
    }
  }

  /** @throws what the read threw, or when it takes too long; it goes on, and when it is complete after all it counts */
  async hear(): Promise<void> {
    const { sync, after = realTimer } = this.#options;
    const { promise: tooLate, reject } = Promise.withResolvers<never>();
    const callOff = after(maxReadMs, () => reject(new Error('The purges were not answered in time')));
    try {
      await Promise.race([sync(), tooLate]);
    } catch (error) {
      this.#fail(error);
      throw error;
    } finally {
      callOff();
    }
  }

  /**
   * Without reads cached pages are shown for ten minutes (docs/decisions/07-availability.md). A strict shop shows them only when the database is
   * away and there would be nothing else to show.
   */
  #fail(error: unknown): void {
    if (this.#failingSince === null) {
      this.#failingSince = this.clock();
      this.#options.onFailing?.(error);
    }
    this.sureUntil = Number.NEGATIVE_INFINITY;
    const isShown = !this.isStrict || (this.#options.isAway?.(error) ?? false);
    this.shownUntil = isShown ? this.#failingSince + maxUnreachableMs : Number.NEGATIVE_INFINITY;
  }

  async hold(tags: readonly string[] | 'everything'): Promise<void> {
    if (!this.#isLeased) return;
    const until = this.#lastHeardOf(tags) + leaseTime + drift;
    for (let left = until - this.clock(); left > 0; left = until - this.clock()) {
      await this.#options.pause(Math.ceil(left));
    }
  }

  #lastHeardOf(tags: readonly string[] | 'everything'): number {
    let last = this.#opened ?? Number.NEGATIVE_INFINITY;
    if (tags === 'everything') return Math.max(last, this.#lastHeard);
    for (const tag of tags) last = Math.max(last, this.#heard.get(tag) ?? last);
    return last;
  }
}

/** Where no purge is ever heard of: pages end by age alone. */
export const noPurges: PurgeWatch = {
  isStrict: false,
  sureUntil: Number.POSITIVE_INFINITY,
  shownUntil: Number.POSITIVE_INFINITY,
  clock: () => 0,
  hear: async () => {},
  hold: async () => {},
};
