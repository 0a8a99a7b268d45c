/** Polls the purges table for all caches of a process, so that a write in any process invalidates them. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '../db/database.ts';
import { IdGaps, type IdRange } from './id-gaps.ts';
import { createPurgeReader, type PurgeRow, readNewestPurgeId } from './purges-store.ts';

export interface PurgeFeedOptions {
  /** Returns the highest purge id. */
  newest(): Promise<number>;
  /** Returns the purges with an id above `after` or within `gaps`, ordered by id, including everything committed before the call. */
  read(after: number, gaps: readonly IdRange[]): Promise<PurgeRow[]>;
  /** Returns a monotonic time, ms. */
  monotonicNow(): number;
  /** Returns the current time, ms UTC. */
  now(): number;
  /** Delays a read so that all callers in the same turn of the event loop share it; if omitted, reads start immediately. */
  gather?(): Promise<unknown>;
}

/**
 * Called after each complete read of the purges.
 * @param tags newly purged tags; 'everything' if the process may have missed purges
 */
export type PurgeListener = (tags: readonly string[] | 'everything') => void;

/** How long to look for missing purge ids, ms: no transaction of the shop takes nearly as long to commit. */
const lateFor = 15 * 60_000;
const maxGaps = 200;
/** Maximum delay of a shared read, ms, because a turn of the event loop can take arbitrarily long. */
const maxBatchDelayMs = 25;
/** At startup, all existing purges count as read. Only gaps among this many of the newest ids are still looked for. */
const initialGapWindow = 1000;
/**
 * Maximum time between two reads, ms. Purges are deleted after an hour (housekeeping), so after a longer pause a process may have missed
 * some.
 */
const maxSilence = 30 * 60_000;

export class PurgeFeed {
  readonly #options: PurgeFeedOptions;
  readonly #listeners = new Set<PurgeListener>();
  #ids = new IdGaps(0, { keepFor: lateFor, maxRanges: maxGaps });
  /** Time of the last read, ms UTC; null before the first read. */
  #lastRead: number | null = null;
  /** A shared read that has not started: the time of the first call, the function that starts the read, and its promise. */
  #gathering: { since: number; begin: () => void; read: Promise<void> } | null = null;
  #running: Promise<void> | null = null;
  #queued: Promise<void> | null = null;

  constructor(options: PurgeFeedOptions) {
    this.#options = options;
  }

  /**
   * Subscribes to purges. Purges are reported only from the first `sync` on, so subscribe, then sync, and only then read the data to be
   * cached.
   * @returns a function that unsubscribes
   */
  subscribe(listener: PurgeListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Resolves when every purge committed before the call has been passed to the listeners. */
  sync(): Promise<void> {
    const { gather, monotonicNow } = this.#options;
    if (!gather) return this.#begin();
    if (this.#gathering) {
      if (monotonicNow() - this.#gathering.since >= maxBatchDelayMs) this.#gathering.begin();
      return this.#gathering.read;
    }
    const { promise: gathered, resolve: begin } = Promise.withResolvers<void>();
    void gather().then(() => begin());
    // The read starts after the last caller has joined, so it includes the purges that each caller needs.
    const read = gathered.then(() => {
      this.#gathering = null;
      return this.#begin();
    });
    this.#gathering = { since: monotonicNow(), begin, read };
    return read;
  }

  #begin(): Promise<void> {
    if (!this.#running) {
      this.#running = this.#read().finally(() => {
        this.#running = null;
      });
      return this.#running;
    }
    // The running read may have started before the caller's purge was committed, so queue another read. All callers that arrive before it
    // starts share it.
    this.#queued ??= this.#running
      .catch(() => {})
      .then(() => {
        this.#queued = null;
        return this.#begin();
      });
    return this.#queued;
  }

  async #read(): Promise<void> {
    const { monotonicNow, now, newest, read } = this.#options;
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
      monotonicNow(),
    );
    this.#lastRead = startedAt;
    // Purges from before the first read are ignored.
    const tags = isFirst ? [] : isSilent ? 'everything' : [...new Set(rows.map((row) => row.tag))];
    // If a listener throws, still call the others, because each purge is reported only once.
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

/** Creates the purge feed of this process for its database. @param now returns the current time, ms UTC */
export function openPurgeFeed(
  db: Database,
  now: () => number,
  monotonicNow = () => performance.now(),
): PurgeFeed {
  // Pages that are requested at the same time are rendered in one turn of the event loop, so they share one read.
  return new PurgeFeed({
    newest: () => readNewestPurgeId(db.read),
    read: createPurgeReader(db),
    monotonicNow,
    now,
    gather: nextTurn,
  });
}

/** Returns a purge feed without a database, which never reports a purge. */
export function createEmptyPurgeFeed(): PurgeFeed {
  return new PurgeFeed({ newest: async () => 0, read: async () => [], monotonicNow: () => 0, now: () => 0 });
}
