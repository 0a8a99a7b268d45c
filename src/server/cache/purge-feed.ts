/** Reads the purges table for everything that a process caches, so that a write anywhere is heard of here. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '../db/database.ts';
import { IdGaps, type IdRange } from './id-gaps.ts';
import { newestPurge, type PurgeRow, purgeReader } from './purges-store.ts';

export interface PurgeFeedOptions {
  /** The highest id there is. */
  newest(): Promise<number>;
  /** Rows above an id and within gaps, by id; what is committed before the call is among them. */
  read(after: number, gaps: readonly IdRange[]): Promise<PurgeRow[]>;
  /** ms on a clock that is never set. */
  clock(): number;
  /** ms UTC. */
  now(): number;
  /** Waits for others who may ask as well before a read begins, so that one serves them all; left out, it begins at once. */
  gather?(): Promise<unknown>;
}

/**
 * Told of each read when it is complete.
 * @param tags what was purged and not told before; everything after a gap in which purges may have been missed
 */
export type PurgeListener = (tags: readonly string[] | 'everything') => void;

/** Ids not seen are looked out for this long, ms: no transaction of the shop takes nearly so long to commit. */
const lateFor = 15 * 60_000;
const maxGaps = 200;
/** Maximum delay before a batched read of the purges starts, ms: a turn of the event loop lasts as long as it has work. */
const maxBatchDelayMs = 25;
/** Rows before the newest that count as known at start, when every page is yet to be rendered; gaps among them do not. */
const knownAtStart = 1000;
/** Purges are stored for an hour (housekeeping): a process that has not read for longer than this, ms, may have missed some. */
const maxSilence = 30 * 60_000;

export class PurgeFeed {
  readonly #options: PurgeFeedOptions;
  readonly #listeners = new Set<PurgeListener>();
  #ids = new IdGaps(0, { keepFor: lateFor, most: maxGaps });
  /** ms UTC; null before the first read. */
  #lastRead: number | null = null;
  /** Those who wait together for a read that has not begun; since when, and what begins it. */
  #gathering: { since: number; begin: () => void; read: Promise<void> } | null = null;
  #running: Promise<void> | null = null;
  #queued: Promise<void> | null = null;

  constructor(options: PurgeFeedOptions) {
    this.#options = options;
  }

  /**
   * Purges are told from the first `sync` on, so: subscribe, sync, and then read what is to be cached.
   * @returns ends it
   */
  subscribe(listener: PurgeListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Returns when every purge committed before the call has been told. */
  sync(): Promise<void> {
    const { gather, clock } = this.#options;
    if (!gather) return this.#begin();
    if (this.#gathering) {
      if (clock() - this.#gathering.since >= maxBatchDelayMs) this.#gathering.begin();
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
    const { clock, now, newest, read } = this.#options;
    const asked = now();
    const isFirst = this.#lastRead === null;
    const isSilent = !isFirst && asked - (this.#lastRead ?? 0) > maxSilence;
    if (isFirst) {
      this.#ids = new IdGaps(Math.max(0, (await newest()) - knownAtStart), {
        keepFor: lateFor,
        most: maxGaps,
      });
    }
    const rows = await read(this.#ids.highest, this.#ids.ranges);
    this.#ids.note(
      rows.map((row) => row.id),
      clock(),
    );
    this.#lastRead = asked;
    // What is there at the first read counts as known.
    const tags = isFirst ? [] : isSilent ? 'everything' : [...new Set(rows.map((row) => row.tag))];
    // What one of them cannot bear the others must hear of all the same: it is not told again.
    const failures: unknown[] = [];
    for (const listener of this.#listeners) {
      try {
        listener(tags);
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }
}

/** The one feed of a process on its database. @param now ms UTC */
export function openPurgeFeed(db: Database, now: () => number, clock = () => performance.now()): PurgeFeed {
  // Pages asked for together are made in one turn of the event loop: one read serves them all.
  return new PurgeFeed({
    newest: () => newestPurge(db.read),
    read: purgeReader(db),
    clock,
    now,
    gather: nextTurn,
  });
}

/** Where there is no database: nothing is ever purged. */
export function silentPurgeFeed(): PurgeFeed {
  return new PurgeFeed({ newest: async () => 0, read: async () => [], clock: () => 0, now: () => 0 });
}
