/**
 * The tables that PostgreSQL finds products by. They hold nothing that is not in the shop's own tables, so no backup has them, and
 * they are made where SEARCH=postgres is begun and not by the migrations: other shops need neither them nor `pg_trgm`.
 */
import { sql } from 'kysely';
import type { Database, Queryable } from '../../db/database.ts';
import { stemLanguages } from '../stemmers.ts';

/**
 * Another number has the tables made anew. Processes of the former one have to be ended before: their searches fail without
 * their tables.
 */
const version = 2;

/** Of `pg_advisory_xact_lock`: whoever writes these tables has it. */
const lockKey = 7_283_001;

/** One process after the other, until the transaction ends. It waits as long as a filling takes, which is longer than serving may. */
export async function lockTables(trx: Queryable): Promise<void> {
  await sql`set local lock_timeout = 0`.execute(trx);
  await sql`set local statement_timeout = 0`.execute(trx);
  await sql`select pg_advisory_xact_lock(${sql.lit(lockKey)})`.execute(trx);
}

const stems = stemLanguages.map((language) => `stem_${language}`);

/**
 * search_products: a row a listed product. `doc` has its words, each as `t…` (title), `k…` (keywords) or `d…` (description), the best
 * place only, and marks (documents.ts) for what a search is narrowed by, so that one index answers. What ranks and counts need of a
 * product stands beside it: thousands are read for an answer, and a join would take as long again.
 * search_words: every word with how many products have it. search_values: the values of filters by number; never given twice.
 * search_segments: the packed products (pack.ts) of a collection in order of id, in runs; a run holds what comes before the next.
 * search_applied: purges that are worked in. search_state: one row, see synced-tables.ts.
 */
const statements = [
  `create table search_state (marker_id bigint not null, marker_tag text not null, marked_at bigint not null,
    filled_to bigint not null, is_complete smallint not null)`,
  `comment on table search_state is 'version ${version}'`,
  'create table search_applied (purge_id bigint primary key)',
  `create table search_products (product_id bigint primary key, price bigint not null, created_at bigint not null,
    phrase text collate "C" not null, title_key text collate "C" not null, packed bytea not null, doc tsvector not null)`,
  `create table search_words (word text collate "C" primary key, spelling text not null, products bigint not null,
    names bigint not null, ${stems.map((stem) => `${stem} text collate "C"`).join(', ')})`,
  `create table search_values (number int primary key, kind text not null, name text not null, value text not null,
    style_value text not null)`,
  // An index has no room for long values themselves.
  `create unique index search_values_once on search_values (md5(kind), md5(name), md5(value), md5(style_value))`,
  `create table search_segments (collection_id bigint not null, first_id bigint not null, packed bytea not null,
    primary key (collection_id, first_id))`,
  'alter table search_segments alter packed set storage external',
  ...stems.map((stem) => `create index search_words_by_${stem} on search_words (${stem})`),
];

/** What is faster made when the rows are there. */
const indexes = {
  search_products_by_doc: 'on search_products using gin (doc) with (fastupdate = off)',
  search_products_by_price: 'on search_products (price, product_id)',
  search_products_by_price_down: 'on search_products (price desc, product_id)',
  search_products_by_newest: 'on search_products (created_at desc, product_id)',
  search_products_by_phrase: 'on search_products (md5(phrase))',
  search_words_by_likeness: `on search_words using gist (word gist_trgm_ops) where not (word ~ '[0-9]')`,
};

const names = [
  'search_state',
  'search_applied',
  'search_products',
  'search_words',
  'search_values',
  'search_segments',
];

/** Of former versions. */
const formerNames = ['search_details'];

/**
 * Makes extension and tables where they are missing or of another version.
 * @throws Error in plain words when the database lets us make neither
 */
export async function ensureTables(db: Database): Promise<void> {
  if (await areThere(db.read)) return;
  await db.maintenance.transaction().execute(async (trx) => {
    await lockTables(trx);
    if (await areThere(trx)) return;
    await ensureTrigrams(trx);
    for (const name of [...names, ...formerNames])
      await sql`drop table if exists ${sql.table(name)}`.execute(trx);
    for (const statement of statements) await sql.raw(statement).execute(trx);
  });
}

async function areThere(db: Queryable): Promise<boolean> {
  const { rows } = await sql<{
    comment: string | null;
  }>`select obj_description(to_regclass('search_state'), 'pg_class') as comment`.execute(db);
  return rows[0]?.comment === `version ${version}`;
}

async function ensureTrigrams(trx: Queryable): Promise<void> {
  try {
    await sql`create extension if not exists pg_trgm`.execute(trx);
  } catch (error) {
    throw new Error(
      'SEARCH=postgres needs the PostgreSQL extension pg_trgm, and this user may not create it. Have an administrator run ' +
        '"create extension pg_trgm" in the database of the shop, or leave SEARCH at memory.',
      { cause: error },
    );
  }
}

/** Empties all but the values: processes know them by number. */
export async function emptyTables(trx: Queryable): Promise<void> {
  await sql`truncate search_state, search_applied, search_products, search_words, search_segments`.execute(
    trx,
  );
  for (const name of Object.keys(indexes)) await sql`drop index if exists ${sql.ref(name)}`.execute(trx);
}

/** After filling: makes the indexes and says that all is there. One process does it; it may take minutes. */
export async function completeTables({ maintenance }: Database): Promise<void> {
  await maintenance.transaction().execute(async (trx) => {
    await lockTables(trx);
    for (const [name, on] of Object.entries(indexes)) {
      await sql`create index if not exists ${sql.ref(name)} ${sql.raw(on)}`.execute(trx);
    }
    await sql`update search_state set is_complete = 1`.execute(trx);
  });
  // Lets PostgreSQL look at the rows, which lists and counts are fast by.
  for (const name of [...names, 'product_collections']) {
    await sql`vacuum (analyze) ${sql.table(name)}`.execute(maintenance);
  }
}
