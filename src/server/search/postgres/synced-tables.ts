/**
 * Keeps the tables of search in step with the products. Whoever answers reads the purges first, and where they name products, works in
 * what no other process has: one at a time, each purge once, in the transaction that notes it as done. So an answer is never older
 * than the last committed write, whichever process wrote.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { productIdsOf, tags } from '../../cache/tags.ts';
import type { Services } from '../../core/services.ts';
import type { Transaction } from '../../db/database.ts';
import { chunk } from '../../media/pictures-store.ts';
import { readSetting } from '../../settings/store.ts';
import { FacetNaming, facetSettings, facetsKey } from '../facet-naming.ts';
import { readFactsAfter, readFactsOf } from '../facts-store.ts';
import { NumberedValues, type OfferedValues } from './numbered-values.ts';
import { completeTables, emptyTables, ensureTables, lockTables } from './tables.ts';
import { writeProducts } from './write-products.ts';

type Needs = Pick<Services, 'db' | 'purges' | 'now'>;

/** Products read in one transaction: large enough that small collections are not written anew for each of theirs. */
const sliceSize = 4000;

/** A new marker after this long, ms: purges are stored for an hour (housekeeping). */
const markerAge = 10 * 60_000;

interface State {
  marker_id: number;
  marker_tag: string;
  marked_at: number;
  filled_to: number;
  is_complete: number;
}

export class SyncedTables {
  readonly #services: Needs;
  readonly #values = new NumberedValues();
  #naming: Promise<FacetNaming> | null = null;
  #isMade = false;
  /** Counts what was told; and how far of it is worked in. */
  #told = 1;
  #done = 0;
  #running: Promise<void> | null = null;

  constructor(services: Needs) {
    this.#services = services;
    services.purges.subscribe((purged) => {
      const isAll = purged === 'everything';
      if (isAll || purged.includes(tags.setting(facetsKey))) this.#naming = null;
      if (isAll || purged.some((tag) => productIdsOf(tag).length > 0)) this.#told += 1;
    });
  }

  /** Returns when the tables are as the products were at the call, or newer. The first call of all fills them. */
  async follow(): Promise<void> {
    await this.#services.purges.sync();
    for (const wanted = this.#told; this.#done < wanted; ) {
      this.#running ??= this.#work().finally(() => {
        this.#running = null;
      });
      await this.#running;
    }
  }

  /** Moves the marker on, so that purges which a stopped shop leaves are known to be all there. */
  async keepMarked(): Promise<void> {
    this.#told += 1;
    await this.follow();
  }

  /** Values of filters under the names that are offered. @param most the highest number that is to be known */
  async values(most = -1): Promise<OfferedValues> {
    const { db } = this.#services;
    this.#naming ??= readSetting(db.read, facetsKey, facetSettings).then(
      (facets) => new FacetNaming(facets ?? []),
    );
    const reading = this.#naming;
    const naming = await reading.catch((error) => {
      if (this.#naming === reading) this.#naming = null;
      throw error;
    });
    if (most >= this.#values.count) await this.#values.refresh(db.read);
    return this.#values.offeredAs(naming);
  }

  async #work(): Promise<void> {
    const { db } = this.#services;
    const told = this.#told;
    if (!this.#isMade) await ensureTables(db);
    this.#isMade = true;
    for (let next: 'more' | 'filled' | 'done' = 'more'; next !== 'done'; ) {
      next = await db.transaction((trx) => this.#step(trx));
      if (next === 'filled') await completeTables(db);
    }
    await this.#values.refresh(db.read);
    this.#done = told;
  }

  /** One slice: what was purged, and of an unfinished filling the next products. */
  async #step(trx: Transaction): Promise<'more' | 'filled' | 'done'> {
    await lockTables(trx);
    const now = this.#services.now();
    const state = (await this.#knownState(trx)) ?? (await this.#beginAnew(trx, now));
    const isFilling = state.is_complete === 0;
    if (now - state.marked_at > markerAge) await this.#mark(trx, now);
    // One writing in a transaction: values that a second one read of the first would be known though both were rolled back.
    const pending = await this.#workIn(trx, isFilling ? state.filled_to : Number.POSITIVE_INFINITY);
    if (pending === 'more' || (pending === 'last' && isFilling)) return 'more';
    if (!isFilling) return 'done';
    const facts = [];
    for (let after = state.filled_to; facts.length < sliceSize; after = facts.at(-1)!.id) {
      const page = await readFactsAfter(trx, after, 500);
      facts.push(...page);
      if (page.length === 0) break;
    }
    const last = facts.at(-1);
    if (!last) return 'filled';
    await writeProducts(
      trx,
      this.#values,
      facts.map(({ id }) => id),
      facts,
    );
    await sql`update search_state set filled_to = ${last.id}`.execute(trx);
    return 'more';
  }

  /** null where the tables are empty, or purges may have been deleted before they were worked in. */
  async #knownState(trx: Transaction): Promise<State | null> {
    const { rows } = await sql<State>`select * from search_state where exists (
      select 1 from purges where purges.id = marker_id and purges.tag = marker_tag)`.execute(trx);
    return rows[0] ?? null;
  }

  async #beginAnew(trx: Transaction, now: number): Promise<State> {
    await emptyTables(trx);
    await sql`insert into search_state (marker_id, marker_tag, marked_at, filled_to, is_complete)
      values (0, '', 0, 0, 0)`.execute(trx);
    // What is committed is read from the products themselves.
    await sql`insert into search_applied (purge_id) select id from purges`.execute(trx);
    await this.#mark(trx, now);
    const state = await this.#knownState(trx);
    if (!state) throw new Error('The tables of search have no state though it was just written.');
    return state;
  }

  /** As long as this purge is stored, so are all that came later. */
  async #mark(trx: Transaction, now: number): Promise<void> {
    const tag = `search:${randomUUID()}`;
    const { id } = await trx
      .insertInto('purges')
      .values({ tag, at: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    await sql`update search_state set marker_id = ${id}, marker_tag = ${tag}, marked_at = ${now}`.execute(
      trx,
    );
    await sql`delete from search_applied where not exists (select 1 from purges where id = purge_id)`.execute(
      trx,
    );
  }

  /** @param upTo products with higher ids are yet to be read @returns whether there may be more */
  async #workIn(trx: Transaction, upTo: number): Promise<'none' | 'last' | 'more'> {
    const pending = await sql<{ id: number; tag: string }>`select id, tag from purges
      where tag like 'product%' and not exists (select 1 from search_applied where purge_id = purges.id)
      order by id limit ${sliceSize}`.execute(trx);
    const ids = new Set<number>();
    const taken: number[] = [];
    for (const { id, tag } of pending.rows) {
      if (ids.size >= sliceSize) break;
      for (const product of productIdsOf(tag)) if (product <= upTo) ids.add(product);
      taken.push(id);
    }
    if (taken.length === 0) return 'none';
    const facts = [];
    for (const piece of chunk([...ids])) facts.push(...(await readFactsOf(trx, piece)));
    facts.sort((a, b) => a.id - b.id);
    await writeProducts(trx, this.#values, [...ids], facts);
    await sql`insert into search_applied (purge_id) select unnest(${taken}::bigint[])`.execute(trx);
    return taken.length < pending.rows.length || pending.rows.length === sliceSize ? 'more' : 'last';
  }
}
