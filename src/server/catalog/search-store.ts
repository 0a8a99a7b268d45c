/** Finds products by words: a bounded number of candidates, ranked in memory (R93). */
import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import type { SortType } from './listing-store.ts';
import { rankBySearch, type SearchCandidate, sortCandidates } from './search-rank.ts';
import { queryWords } from './search-words.ts';

/** Candidates that are ranked; a search that matches more says so. */
export const candidateLimit = 1000;

export interface Found {
  /** Best first, or as sorted. */
  found: SearchCandidate[];
  /** More products match than were ranked. */
  more: boolean;
}

/**
 * Products that have every word of `q`, the last letters of which may be missing.
 * Hits in titles are taken first, so that a common word in descriptions cannot push them out.
 */
export async function searchProducts(db: Database, q: string, sort: SortType): Promise<Found> {
  const words = queryWords(q);
  if (words.length === 0) return { found: [], more: false };
  const inTitle = await candidates(db, 'title', words);
  const anywhere = inTitle.length > candidateLimit ? [] : await candidates(db, 'words', words);
  const all = new Map([...inTitle, ...anywhere].map((candidate) => [candidate.id, candidate]));
  const ranked = rankBySearch([...all.values()], q).slice(0, candidateLimit);
  return {
    found: sortCandidates(ranked, sort),
    more: all.size > candidateLimit,
  };
}

async function candidates(
  db: Database,
  column: 'title' | 'words',
  words: readonly string[],
): Promise<SearchCandidate[]> {
  // Words are letters and digits only (searchWords), so quoting them is safe in both query languages.
  const match =
    db.dialect === 'sqlite'
      ? sql<boolean>`product_search match ${words.map((word) => `${column} : "${word}" *`).join(' AND ')}`
      : sql<boolean>`${sql.ref(`s.${column}`)} @@ ${words.map((word) => `'${word}':*`).join(' & ')}::tsquery`;
  const key = sql.ref(db.dialect === 'sqlite' ? 's.rowid' : 's.product_id');
  const { rows } = await sql<SearchCandidate>`
    select p.id, p.title, p.min_price as "minPrice", p.created_at as "createdAt", p.in_stock as "inStock"
    from product_search as s inner join products as p on p.id = ${key}
    where ${match} limit ${candidateLimit + 1}`.execute(db.read);
  return rows;
}
