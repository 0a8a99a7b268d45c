/**
 * Counts searches anonymously (R152). Each process counts a search at most once a minute, so that repeated clicks cannot make it
 * popular. Counting reads no data about the client.
 */

import type { PurgeFeed } from '../cache/purge-feed.ts';
import { withoutRequestId } from '../core/request-id.ts';
import type { Services } from '../core/services.ts';
import { incrementSearchCounts, type SearchCount, toUtcDay } from './popular-store.ts';

type Needs = Pick<Services, 'db' | 'purges' | 'log'>;

const minute = 60_000;

/** Time between the first queued search and the database write, ms. */
const flushAfterMs = 10_000;

/** Maximum number of distinct searches counted per minute; limits memory use. */
const maxPerMinute = 500;

const maxLength = 40;
const maxWords = 4;

/** Returns the normalized search text; null if it may refer to a person or an order, or is too long to be a common search. */
export function normaliseCountableSearch(q: string): string | null {
  const text = q.trim().toLowerCase().replace(/\s+/g, ' ');
  if (text.length < 2 || text.length > maxLength || text.split(' ').length > maxWords) return null;
  return /^[\p{L}\p{M}' -]+$/u.test(text) ? text : null;
}

class SearchCounter {
  readonly #services: Needs;
  #minute = 0;
  readonly #seen = new Set<string>();
  #waiting: SearchCount[] = [];
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(services: Needs) {
    this.#services = services;
  }

  /** Queues a search to be counted. @param now ms UTC */
  take(lang: string, q: string, now: number): void {
    const text = normaliseCountableSearch(q);
    if (text === null) return;
    const current = Math.floor(now / minute);
    if (current !== this.#minute) {
      this.#minute = current;
      this.#seen.clear();
    }
    const key = `${lang} ${text}`;
    if (this.#seen.has(key) || this.#seen.size >= maxPerMinute) return;
    this.#seen.add(key);
    this.#waiting.push({ lang, q: text, day: toUtcDay(now), count: 1 });
    // Unref the timer, so that it does not delay a shutdown, which writes the queued counts anyway.
    this.#timer ??= withoutRequestId(() => setTimeout(() => void this.flush(), flushAfterMs).unref());
  }

  /** Writes the queued searches. Never rejects: a failed write is logged and its counts are lost. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const batch = this.#waiting.sort((a, b) => (a.lang + a.q < b.lang + b.q ? -1 : 1));
    this.#waiting = [];
    if (batch.length > 0) this.#writing = this.#writing.then(() => this.#write(batch));
    return this.#writing;
  }

  async #write(batch: readonly SearchCount[]): Promise<void> {
    try {
      await this.#services.db.transaction((trx) => incrementSearchCounts(trx, batch));
    } catch (error) {
      this.#services.log.warn({ err: error }, 'search count failed');
    }
  }
}

const counters = new WeakMap<PurgeFeed, SearchCounter>();

/** Returns the search counter of this process; there is one for each database. */
export function searchCounter(services: Needs): SearchCounter {
  let counter = counters.get(services.purges);
  if (!counter) {
    counter = new SearchCounter(services);
    counters.set(services.purges, counter);
  }
  return counter;
}
