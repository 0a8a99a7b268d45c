/**
 * Counts what is searched for, without who (R152): a search counts once a minute in a process, so pressing a button does not
 * make it popular, and nothing of the caller is looked at.
 */

import type { PurgeFeed } from '../cache/purge-feed.ts';
import { withoutRequestId } from '../core/request-id.ts';
import type { Services } from '../core/services.ts';
import { addCounts, type CountedSearch, dayOfSearch } from './popular-store.ts';

type Needs = Pick<Services, 'db' | 'purges' | 'log'>;

const minute = 60_000;

/** From the first search that waits to its writing, ms. */
const flushAfterMs = 10_000;

/** Searches that are counted in a minute; memory is bounded. */
const mostInMinute = 500;

const longest = 40;
const mostWords = 4;

/** What a search is counted as; null for what may be about a person or an order, or is too long to be anybody else's. */
export function countable(q: string): string | null {
  const text = q.trim().toLowerCase().replace(/\s+/g, ' ');
  if (text.length < 2 || text.length > longest || text.split(' ').length > mostWords) return null;
  return /^[\p{L}\p{M}' -]+$/u.test(text) ? text : null;
}

class SearchCounter {
  readonly #services: Needs;
  #minute = 0;
  readonly #seen = new Set<string>();
  #waiting: CountedSearch[] = [];
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(services: Needs) {
    this.#services = services;
  }

  /** @param now ms UTC */
  take(lang: string, q: string, now: number): void {
    const text = countable(q);
    if (text === null) return;
    const current = Math.floor(now / minute);
    if (current !== this.#minute) {
      this.#minute = current;
      this.#seen.clear();
    }
    const key = `${lang} ${text}`;
    if (this.#seen.has(key) || this.#seen.size >= mostInMinute) return;
    this.#seen.add(key);
    this.#waiting.push({ lang, q: text, day: dayOfSearch(now), count: 1 });
    // Not waited for by a process that ends: it flushes.
    this.#timer ??= withoutRequestId(() => setTimeout(() => void this.flush(), flushAfterMs).unref());
  }

  /** Writes what waits. Resolves when it is written, or is lost: a count is worth no second try. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const batch = this.#waiting.sort((a, b) => (a.lang + a.q < b.lang + b.q ? -1 : 1));
    this.#waiting = [];
    if (batch.length > 0) this.#writing = this.#writing.then(() => this.#write(batch));
    return this.#writing;
  }

  async #write(batch: readonly CountedSearch[]): Promise<void> {
    try {
      await this.#services.db.transaction((trx) => addCounts(trx, batch));
    } catch (error) {
      this.#services.log.warn({ err: error }, 'search count failed');
    }
  }
}

const counters = new WeakMap<PurgeFeed, SearchCounter>();

/** The one counter of this process over this database. */
export function searchCounter(services: Needs): SearchCounter {
  let counter = counters.get(services.purges);
  if (!counter) {
    counter = new SearchCounter(services);
    counters.set(services.purges, counter);
  }
  return counter;
}
