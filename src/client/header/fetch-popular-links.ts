/** Search suggestions displayed while the search field is empty (R152). */
import type { api } from '#client/api/api.ts';
import { type SuggestedLink, toCollectionLink } from './group-suggestions.ts';
import { searchPath } from './search-form.ts';

export interface PopularLinks {
  searches: SuggestedLink[];
  collections: SuggestedLink[];
}

/**
 * Returns popular searches and collections in the page's language.
 * @throws Error if the request fails; no suggestions are displayed then
 */
export async function fetchPopularLinks(call: typeof api): Promise<PopularLinks> {
  const { lang } = document.documentElement;
  const answer = await call('GET /api/v1/storefront/suggestions', { query: { lang } });
  if (answer.code !== 0 || !answer.data) throw new Error(answer.msg);
  const { searches, collections } = answer.data;
  return {
    searches: searches.map((q) => ({ title: q, path: searchPath(q) })),
    collections: collections.map(toCollectionLink),
  };
}
