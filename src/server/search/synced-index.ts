/**
 * Keeps this process's product index in sync with the database. Every query first applies the purges since the previous query, so
 * that results are never older than the last write committed by any process or machine.
 */
import type { PurgeFeed } from '../cache/purge-feed.ts';
import { productIdsFromTag, tags } from '../cache/tags.ts';
import type { SortType } from '../catalog/listing-store.ts';
import type { Services } from '../core/services.ts';
import { chunk } from '../db/chunk.ts';
import { readSetting } from '../settings/store.ts';
import { readThemeSetting } from '../theme/store.ts';
import { FacetNameMapper, facetSettings, facetsKey } from './facet-name-mapper.ts';
import { CatalogueIndex, type SearchPricing } from './search-index.ts';
import { readSearchableProductsAfter, readSearchableProductsById } from './searchable-products-store.ts';
import { stemLanguagesOf } from './stemmers.ts';
import { eventLoopYielder } from './yield-to-event-loop.ts';

type Needs = Pick<Services, 'db' | 'purges'>;

const pageSize = 250;

/** Keys of the settings that the index depends on. */
const settings = [facetsKey, 'shop', 'languages'];

const sortTypes: readonly SortType[] = [0, 1, 4, 5, 6, 7];

const indexes = new WeakMap<PurgeFeed, SyncedIndex>();

/** Returns the product index of this process; there is one for each database. */
export function syncedIndex(services: Needs): SyncedIndex {
  let index = indexes.get(services.purges);
  if (!index) {
    index = new SyncedIndex(services);
    indexes.set(services.purges, index);
  }
  return index;
}

interface Opened {
  index: CatalogueIndex;
  /** Ids of changed products that must be read from the database again. */
  stale: Set<number>;
}

export class SyncedIndex {
  readonly #services: Needs;
  #opened: Promise<Opened> | null = null;
  /** Serializes access to the index, so that no query sees a partial update. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(services: Needs) {
    this.#services = services;
  }

  /** Prepares the index for any query: loads the catalogue if necessary and applies changes. */
  async follow(pricing: SearchPricing): Promise<void> {
    const opened = await this.#current();
    await this.#inTurn(opened, () => opened.index.prepare(pricing, sortTypes));
  }

  /**
   * Syncs the index with the database, then runs `query` on it.
   * @param query has exclusive access to the index until its promise resolves
   */
  async use<Result>(
    pricing: SearchPricing,
    sort: SortType,
    query: (index: CatalogueIndex) => Promise<Result>,
  ): Promise<Result> {
    const opened = await this.#current();
    return this.#inTurn(opened, async () => {
      await opened.index.prepare(pricing, [0, sort]);
      return query(opened.index);
    });
  }

  async #current(): Promise<Opened> {
    await this.#services.purges.sync();
    this.#opened ??= this.#open();
    return this.#opened;
  }

  #inTurn<Result>(opened: Opened, work: () => Promise<Result>): Promise<Result> {
    const result = this.#turn.then(async () => {
      await this.#refresh(opened);
      return work();
    });
    this.#turn = result.catch(() => {});
    return result;
  }

  #open(): Promise<Opened> {
    const stale = new Set<number>();
    const close = () => {
      unsubscribe();
      // Discard only the current index: this load may fail long after a newer load has replaced it.
      if (this.#opened === reading) this.#opened = null;
    };
    // Subscribe before loading, so that products that change during the load are read again.
    const unsubscribe = this.#services.purges.subscribe((purged) => {
      // A full purge lists no products, and a change of these settings affects all products: load the whole index again.
      if (purged === 'everything' || settings.some((key) => purged.includes(tags.setting(key)))) close();
      else for (const tag of purged) for (const id of productIdsFromTag(tag)) stale.add(id);
    });
    const reading = this.#readAll().then(
      (index) => ({ index, stale }),
      (error) => {
        close();
        throw error;
      },
    );
    return reading;
  }

  async #readAll(): Promise<CatalogueIndex> {
    const { db } = this.#services;
    const yieldToEventLoop = eventLoopYielder();
    const { read } = db;
    const [facets, shop, { languages }] = await Promise.all([
      readSetting(read, facetsKey, facetSettings),
      readThemeSetting(read, 'shop'),
      readThemeSetting(read, 'languages'),
    ]);
    const spoken = stemLanguagesOf([shop.lang, ...languages.map(({ lang }) => lang)]);
    const index = new CatalogueIndex(spoken, new FacetNameMapper(facets ?? []));
    for (let after = 0; ; ) {
      const page = await readSearchableProductsAfter(db.read, after, pageSize);
      for (const facts of page) {
        index.put(facts);
        await yieldToEventLoop();
      }
      index.settle();
      const last = page.at(-1);
      if (!last) return index;
      after = last.id;
      await yieldToEventLoop();
    }
  }

  async #refresh({ index, stale }: Opened): Promise<void> {
    if (stale.size === 0) return;
    const ids = [...stale];
    // Clear before reading, so that products purged during the read are read again next time.
    stale.clear();
    try {
      await this.#readAgain(index, ids);
    } catch (error) {
      for (const id of ids) stale.add(id);
      throw error;
    }
  }

  async #readAgain(index: CatalogueIndex, ids: readonly number[]): Promise<void> {
    const yieldToEventLoop = eventLoopYielder();
    for (const piece of chunk(ids)) {
      const facts = new Map(
        (await readSearchableProductsById(this.#services.db.read, piece)).map((one) => [one.id, one]),
      );
      for (const id of piece) {
        const found = facts.get(id);
        if (found) index.put(found);
        else index.remove(id);
        await yieldToEventLoop();
      }
      index.settle();
    }
  }
}
