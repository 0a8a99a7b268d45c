/** Polls the purges table for all caches of a process, so that a write in any process invalidates them. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '../db/database.ts';
import { IdGaps, type IdRange } from './id-gaps.ts';
import { createPurgeReader, type PurgeRow, readNewestPurgeId } from './purges-store.ts';

export interface PurgeFeedOptions {
  /** Returns the highest id. */
  newest(): Promise<number>;
  /** Returns the rows above an id and within gaps, by id; includes everything committed before the call. */
  read(after: number, gaps: readonly IdRange[]): Promise<PurgeRow[]>;
  /** Monotonic, ms. */
  clock(): number;
  /** ms UTC. */
  now(): number;
  /** Delays a read so that callers in the same turn share it; omitted, reads start at once. */
  gather?(): Promise<unknown>;
}

/**
 * Called after each complete read.
 * @param tags newly purged tags; 'everything' after a gap in which purges may have been missed
 */
export type PurgeListener = (tags: readonly string[] | 'everything') => void;

/** How long missing ids are looked for, ms: no transaction of the shop takes nearly as long to commit. */
const lateFor = 15 * 60_000;
const maxGaps = 200;
/** Maximum delay of a shared read, ms: a turn of the event loop can take arbitrarily long. */
const maxBatchDelayMs = 25;
/** At start all existing purges count as read, but gaps among this many of the newest ids are still looked for. */
const initialGapWindow = 1000;
/** Purges are stored for an hour (housekeeping): a process that last read longer ago than this, ms, may have missed some. */
const maxSilence = 30 * 60_000;

export class PurgeFeed {
  readonly #options: PurgeFeedOptions;
  readonly #listeners = new Set<PurgeListener>();
  #ids = new IdGaps(0, { keepFor: lateFor, maxRanges: maxGaps });
  /** ms UTC; null before the first read. */
  #lastRead: number | null = null;
  /** A shared read that has not begun: the time of its first caller, the function that begins it, and its promise. */
  #gathering: { since: number; begin: () => void; read: Promise<void> } | null = null;
  #running: Promise<void> | null = null;
  #queued: Promise<void> | null = null;

  constructor(options: PurgeFeedOptions) {
    this.#options = options;
  }

  /**
   * Subscribes to purges. They are reported from the first `sync` on, so subscribe, sync, and only then read what to cache.
   * @returns a function that unsubscribes
   */
  subscribe(listener: PurgeListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Resolves when every purge committed before the call has been passed to the listeners. */
  sync(): Promise<void> {
    const { gather, clock } = this.#options;
    if (!gather) return this.#begin();
    if (this.#gathering) {
      if (clock() - this.#gathering.since >= maxBatchDelayMs) this.#gathering.begin();
      return this.#gathering.read;
    }
    const { promise: gathered, resolve: begin } = Promise.withResolvers<void>();
    void gather().then(() => begin());
    // The read begins after its last caller joined, so it covers the purges of all of them.
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
    // The running read may have begun before the caller's purge was committed; one more read serves all callers until then.
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
    const startedAt = now();
    const isFirst = this.#lastRead === null;
    const isSilent = !isFirst && startedAt - (this.#lastRead ?? 0) > maxSilence;
    if (isFirst) {
      this.#ids = new IdGaps(Math.max(0, (await newest()) - initialGapWindow), {
        keepFor: lateFor,
        maxRanges: maxGaps,
      });
    }
    const rows = await read(this.#ids.highest, this.#ids.ranges);
    this.#ids.note(
      rows.map((row) => row.id),
      clock(),
    );
    this.#lastRead = startedAt;
    // Purges from before the first read are ignored.
    const tags = isFirst ? [] : isSilent ? 'everything' : [...new Set(rows.map((row) => row.tag))];
    // A listener that throws must not stop the others: each purge is reported once.
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

/** Returns the process's purge feed for its database. @param now ms UTC */
export function openPurgeFeed(db: Database, now: () => number, clock = () => performance.now()): PurgeFeed {
  // Pages requested together are rendered in one turn of the event loop: one read serves them all.
  return new PurgeFeed({
    newest: () => readNewestPurgeId(db.read),
    read: createPurgeReader(db),
    clock,
    now,
    gather: nextTurn,
  });
}

/** Returns a feed without a database, which never reports a purge. */
export function createEmptyPurgeFeed(): PurgeFeed {
  return new PurgeFeed({ newest: async () => 0, read: async () => [], clock: () => 0, now: () => 0 });
}
