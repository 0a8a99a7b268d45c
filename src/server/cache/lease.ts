/**
 * Keeps processes that know nothing of each other from showing an older page after a newer one (docs/decisions/05-page-cache.md): each
 * shows what it keeps only for a while after it began to read the purges, and shows what is newer than a purge only when
 * that while has passed since it heard of it. By then everybody has read it too, or shows nothing kept until he has.
 * Every instant is measured by one process on its own clock; no two clocks are compared.
 */

/** How long one read of the purges is good for, ms; what a change may cost its first visitor. */
export const leaseTime = 400;
/** Clocks that are never set may still run at slightly different speeds. */
const drift = 5;
/** How long kept pages are shown on while the purges cannot be read because the database is away, ms (docs/decisions/07-availability.md). */
export const longestAway = 10 * 60_000;

/** What the page cache asks before it shows anything. */
export interface PurgeWatch {
  /** Until this instant of `clock` nobody has been shown anything newer than what is kept here. */
  readonly sureUntil: number;
  /** Until this instant kept pages may be shown: `sureUntil`, or later while the database is away. */
  readonly shownUntil: number;
  clock(): number;
  /** Hears of every purge committed before the call and has what it concerns forgotten here. */
  hear(): Promise<void>;
  /** Resolves when nobody is shown anything older than what was made here from `tags` before the call. */
  hold(tags: readonly string[] | 'everything'): Promise<void>;
}

export interface LeaseOptions {
  /** Reads the purges and hands the read to `renew`. */
  sync(): Promise<void>;
  /** Whether other processes may show the same pages; alone nothing is ever waited for. */
  hasNeighbours: boolean;
  /** Whether a read failed because the database is away; while it answers, nothing is shown without its word. */
  isAway?(error: unknown): boolean;
  /** Told when a read fails after one that did not. */
  onFailing?(error: unknown): void;
  /** Told when a read is complete after some that failed, and for how long none was, ms. */
  onReadAgain?(milliseconds: number): void;
  /** ms on a clock that is never set. */
  clock(): number;
  pause(milliseconds: number): Promise<unknown>;
}

export class Lease implements PurgeWatch {
  sureUntil = Number.NEGATIVE_INFINITY;
  shownUntil = Number.NEGATIVE_INFINITY;
  readonly clock: () => number;
  readonly #options: LeaseOptions;
  /** When each tag's last purge was heard of; the oldest first. */
  readonly #heard = new Map<string, number>();
  #lastHeard = Number.NEGATIVE_INFINITY;
  /** When the first read was complete: purges from before it were never told, but others may still show what is older. */
  #opened: number | null = null;
  /** When reads began to fail; null while they do not. */
  #failingSince: number | null = null;

  constructor(options: LeaseOptions) {
    this.#options = options;
    this.clock = options.clock;
  }

  /**
   * Notes a complete read; what it told of must be forgotten already.
   * @param began instant of `clock`
   */
  renew(began: number, tags: readonly string[]): void {
    this.sureUntil = this.#options.hasNeighbours ? began + leaseTime : Number.POSITIVE_INFINITY;
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
    if (tags.length > 0) this.#lastHeard = now;
    for (const tag of tags) {
      this.#heard.delete(tag);
      this.#heard.set(tag, now);
    }
  }

  async hear(): Promise<void> {
    try {
      await this.#options.sync();
    } catch (error) {
      this.#fail(error);
      throw error;
    }
  }

  /**
   * Nothing kept is shown on the word of earlier reads when the table cannot be read; unless the database is away, when
   * there would be nothing else to show (docs/decisions/07-availability.md).
   */
  #fail(error: unknown): void {
    if (this.#failingSince === null) {
      this.#failingSince = this.clock();
      this.#options.onFailing?.(error);
    }
    this.sureUntil = Number.NEGATIVE_INFINITY;
    const isAway = this.#options.isAway?.(error) ?? false;
    this.shownUntil = isAway ? this.#failingSince + longestAway : Number.NEGATIVE_INFINITY;
  }

  async hold(tags: readonly string[] | 'everything'): Promise<void> {
    if (!this.#options.hasNeighbours) return;
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
  sureUntil: Number.POSITIVE_INFINITY,
  shownUntil: Number.POSITIVE_INFINITY,
  clock: () => 0,
  hear: async () => {},
  hold: async () => {},
};
