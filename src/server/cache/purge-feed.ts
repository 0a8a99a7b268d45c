/** Reads the purges table, so that a write anywhere forgets pages here. */
import type { PurgeRow } from '../db/purges.ts';
import { IdGaps, type IdRange } from './id-gaps.ts';

export interface PurgeFeedOptions {
  /** The highest id there is. */
  newest(): Promise<number>;
  /** Rows above an id and within gaps, by id; what is committed before the call is among them. */
  read(after: number, gaps: readonly IdRange[]): Promise<PurgeRow[]>;
  /** ms on a clock that is never set. */
  clock(): number;
  /** Waits for others who may ask as well before a read begins, so that one serves them all; left out, it begins at once. */
  gather?(): Promise<unknown>;
  /**
   * Told of each read when it is complete.
   * @param began when it began, on `clock`
   * @param tags what was purged and not told before
   */
  onRead(began: number, tags: string[]): void;
}

/** Ids not seen are looked out for this long, ms: no transaction of the shop takes nearly so long to commit. */
const lateFor = 15 * 60_000;
const mostGaps = 200;
/** Whoever asks this long after the first begins the look, ms: a turn of the event loop lasts as long as it has work. */
const longestGathering = 25;
/** Rows before the newest that count as known at start, when every page is yet to be rendered; gaps among them do not. */
const knownAtStart = 1000;

export class PurgeFeed {
  readonly #options: PurgeFeedOptions;
  #ids = new IdGaps(0, { keepFor: lateFor, most: mostGaps });
  /** Those who wait together for a read that has not begun; since when, and what begins it. */
  #gathering: { since: number; begin: () => void; read: Promise<void> } | null = null;
  #running: Promise<void> | null = null;
  #queued: Promise<void> | null = null;

  constructor(options: PurgeFeedOptions) {
    this.#options = options;
  }

  /** Takes what is there as known. Call once, before the first page is rendered. */
  async open(): Promise<void> {
    const { clock, newest, read, onRead } = this.#options;
    const began = clock();
    const floor = Math.max(0, (await newest()) - knownAtStart);
    this.#ids = new IdGaps(floor, { keepFor: lateFor, most: mostGaps });
    const rows = await read(floor, []);
    this.#ids.note(
      rows.map((row) => row.id),
      clock(),
    );
    onRead(began, []);
  }

  /** Returns when every purge committed before the call has been told. */
  sync(): Promise<void> {
    const { gather, clock } = this.#options;
    if (!gather) return this.#begin();
    if (this.#gathering) {
      if (clock() - this.#gathering.since >= longestGathering) this.#gathering.begin();
      return this.#gathering.read;
    }
    const { promise: gathered, resolve: begin } = Promise.withResolvers<void>();
    void gather().then(() => begin());
    // The read begins after all who wait for it have asked, so it speaks for each of them.
    const read = gathered.then(() => {
      this.#gathering = null;
      return this.#begin();
    });
    this.#gathering = { since: clock(), begin, read };
    return read;
  }

  #begin(): Promise<void> {
    if (!this.#running) {
      this.#running = this.#read().finally(() => {
        this.#running = null;
      });
      return this.#running;
    }
    // The read under way may have begun before the caller's purge was committed; one more serves all who ask meanwhile.
    this.#queued ??= this.#running
      .catch(() => {})
      .then(() => {
        this.#queued = null;
        return this.#begin();
      });
    return this.#queued;
  }

  async #read(): Promise<void> {
    const { clock, read, onRead } = this.#options;
    const began = clock();
    const rows = await read(this.#ids.highest, this.#ids.ranges);
    this.#ids.note(
      rows.map((row) => row.id),
      clock(),
    );
    onRead(began, [...new Set(rows.map((row) => row.tag))]);
  }
}
