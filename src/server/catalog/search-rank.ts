/** How good a hit is, and the orders of R93 over hits. Pure. */
import type { SortType } from './listing-store.ts';
import { queryWords, searchWords } from './search-words.ts';

export interface SearchCandidate {
  id: number;
  title: string;
  minPrice: number;
  createdAt: number;
  inStock: 0 | 1;
}

/** Best first, equal ones by id: the very title, then titles that begin so, whole words of the title, beginnings of words. */
export function rankBySearch(candidates: readonly SearchCandidate[], q: string): SearchCandidate[] {
  const words = queryWords(q);
  const phrase = words.join(' ');
  const scored = candidates.map((candidate) => ({
    candidate,
    score: scoreOf(candidate.title, words, phrase),
  }));
  scored.sort((a, b) => b.score - a.score || a.candidate.id - b.candidate.id);
  return scored.map(({ candidate }) => candidate);
}

function scoreOf(title: string, words: readonly string[], phrase: string): number {
  const own = searchWords(title);
  const text = own.join(' ');
  const has = new Set(own);
  let score = text === phrase ? 1000 : text.startsWith(phrase) ? 100 : 0;
  for (const word of words) {
    if (has.has(word)) score += 10;
    else if (own.some((other) => other.startsWith(word))) score += 4;
  }
  // A short title that has the words says more about them.
  return score > 0 ? score + 1 / (1 + own.length) : 0;
}

/** Candidates in the order of a sort_type; 0 leaves them as ranked. */
export function sortCandidates(ranked: readonly SearchCandidate[], sort: SortType): SearchCandidate[] {
  if (sort === 0) return [...ranked];
  const compare = comparisons[sort];
  return [...ranked].sort((a, b) => compare(a, b) || a.id - b.id);
}

const byTitle = (a: SearchCandidate, b: SearchCandidate) =>
  binary(a.title.toLowerCase(), b.title.toLowerCase());

const comparisons: Record<Exclude<SortType, 0>, (a: SearchCandidate, b: SearchCandidate) => number> = {
  1: (a, b) => b.createdAt - a.createdAt,
  4: byTitle,
  5: (a, b) => byTitle(b, a),
  6: (a, b) => a.minPrice - b.minPrice,
  7: (a, b) => b.minPrice - a.minPrice,
};

/** Binary order of UTF-8, as both databases keep title keys. */
function binary(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
