/** Keeps the search index in step with products. Only published, undeleted products stand in it. */
import { sql, type Transaction } from 'kysely';
import type { Database } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import { inPieces } from '../media/pictures-store.ts';
import { searchWords } from './search-words.ts';

/** What of a product is searched: hits in the title count first. */
export interface SearchText {
  productId: number;
  title: string;
  /** Everything else, as plain text. */
  rest: string;
}

/** Takes products out of the index; those not in it do no harm. */
export async function unindexProducts(
  trx: Transaction<Tables>,
  dialect: Database['dialect'],
  ids: number[],
): Promise<void> {
  const key = sql.ref(dialect === 'sqlite' ? 'rowid' : 'product_id');
  for (const piece of inPieces(ids)) {
    await sql`delete from product_search where ${key} in (${sql.join(piece)})`.execute(trx);
  }
}

/** Puts products into the index that are not in it. */
export async function indexProducts(
  trx: Transaction<Tables>,
  dialect: Database['dialect'],
  texts: SearchText[],
): Promise<void> {
  for (const piece of inPieces(texts)) {
    const rows = piece.map(({ productId, title, rest }) => {
      const titleWords = searchWords(title);
      const words = searchWords(`${title} ${rest}`);
      return dialect === 'sqlite'
        ? sql`(${productId}, ${titleWords.join(' ')}, ${words.join(' ')})`
        : sql`(${productId}, array_to_tsvector(${titleWords}::text[]), array_to_tsvector(${words}::text[]))`;
    });
    const key = sql.ref(dialect === 'sqlite' ? 'rowid' : 'product_id');
    await sql`insert into product_search (${key}, title, words) values ${sql.join(rows)}`.execute(trx);
  }
}
