/** Adds full-text search, and indexes for descending sort orders in which ascending id breaks ties (R93). */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';

/**
 * Creates `product_search`, a full-text index of each published product's normalised words. On SQLite it is a contentless FTS5
 * table. On PostgreSQL it has two tsvector columns with GIN indexes, which need no extension.
 */
export async function addSearch(db: Kysely<unknown>, dialect: Database['dialect']): Promise<void> {
  const statements = [
    'create index product_collections_by_price_down on product_collections (collection_id, min_price desc, product_id)',
    'create index product_collections_by_title_down on product_collections (collection_id, title_key desc, product_id)',
    'create index product_collections_by_newest on product_collections (collection_id, created_at desc, product_id)',
    'create index products_by_sold on products (sold_count desc, id)',
    'create index collections_by_tag on collections (rule_tag)',
    ...searchTable[dialect],
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const searchTable: Record<Database['dialect'], string[]> = {
  sqlite: [
    `create virtual table product_search using fts5(
      title, words, content='', contentless_delete=1, detail=column,
      tokenize="unicode61 remove_diacritics 0", prefix='2 3')`,
  ],
  postgres: [
    `create table product_search (
      product_id bigint primary key references products (id) on delete cascade deferrable initially deferred,
      title tsvector not null, words tsvector not null)`,
    'create index product_search_by_title on product_search using gin (title)',
    'create index product_search_by_words on product_search using gin (words)',
  ],
};
