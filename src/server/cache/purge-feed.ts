/** Reads the purges table, so that a write anywhere forgets pages here (design 5). */
import type { Kysely } from 'kysely';
import type { Tables } from '../db/tables.ts';

export interface PurgeFeedOptions {
  read: Kysely<Tables>;
  /** ms UTC, only compared with itself. */
  now(): number;
  /** Forgets in this process; awaited work (telling neighbours) delays whoever asked for `sync`. */
  onPurge(tags: string[]): Promise<void> | void;
}

/** Rows are read again for this long, ms: ids are given before commit, so a lower one may appear after a higher one. */
const rereadFor = 10_000;
/** Rows before the newest that count as known at start, when every page is yet to be rendered. */
const knownAtStart = 1000;

export class PurgeFeed {
  readonly #options: PurgeFeedOptions;
  /** Rows up to here are never read again. */
  #floor = 0;
  /** The highest id seen and when, oldest first. */
  #marks: { at: number; id: number }[] = [];
  #seen = new Set<number>();
  #running: Promise<void> | null = null;
  #queued: Promise<void> | null = null;

  constructor(options: PurgeFeedOptions) {
    this.#options = options;
  }

  /** Takes what is there as known. Call once, before the first page is rendered. */
  async open(): Promise<void> {
    const newest = await this.#options.read
      .selectFrom('purges')
      .select((part) => part.fn.max('id').as('id'))
      .executeTakeFirst();
    const id = Number(newest?.id ?? 0);
    this.#floor = Math.max(0, id - knownAtStart);
    for (const row of await this.#rows()) this.#seen.add(row.id);
    this.#marks = [{ at: this.#options.now(), id }];
  }

  /** Returns when every purge committed before the call has been handled. */
  sync(): Promise<void> {
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
        return this.sync();
      });
    return this.#queued;
  }

  async #read(): Promise<void> {
    const rows = (await this.#rows()).filter((row) => !this.#seen.has(row.id));
    this.#advance(rows.map((row) => row.id));
    if (rows.length > 0) await this.#options.onPurge([...new Set(rows.map((row) => row.tag))]);
  }

  #rows(): Promise<{ id: number; tag: string }[]> {
    return this.#options.read
      .selectFrom('purges')
      .select(['id', 'tag'])
      .where('id', '>', this.#floor)
      .orderBy('id')
      .execute();
  }

  #advance(ids: number[]): void {
    const now = this.#options.now();
    for (const id of ids) this.#seen.add(id);
    const highest = ids.at(-1);
    if (highest !== undefined) this.#marks.push({ at: now, id: highest });
    while (this.#marks[0] && this.#marks[0].at < now - rereadFor) {
      this.#floor = Math.max(this.#floor, this.#marks.shift()?.id ?? 0);
      for (const id of this.#seen) if (id <= this.#floor) this.#seen.delete(id);
    }
  }
}
