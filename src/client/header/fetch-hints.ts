/** What an empty search field suggests (R152). */
import type { api } from '#client/api/api.ts';
import { searchPath } from './search-form.ts';
import { linkTo, type SuggestedLink } from './suggested.ts';

export interface Hints {
  searches: SuggestedLink[];
  collections: SuggestedLink[];
}

/**
 * What others look for, and collections, in the language of the page.
 * @throws Error when the shop does not say: nothing is suggested then
 */
export async function fetchHints(call: typeof api): Promise<Hints> {
  const { lang } = document.documentElement;
  const answer = await call('GET /api/v1/storefront/suggestions', { query: { lang } });
  if (answer.code !== 0 || !answer.data) throw new Error(answer.msg);
  const { searches, collections } = answer.data;
  return {
    searches: searches.map((q) => ({ title: q, path: searchPath(q) })),
    collections: collections.map(linkTo),
  };
}
