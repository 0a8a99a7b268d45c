/**
 * Search suggestions for a query (R74): up to five products, and collections and pages with matching titles. Uses the endpoint that
 * also filters the search page.
 */
import type { api } from '#client/api/api.ts';
import type { ResponseData } from '#lib/contract/endpoint.ts';
import type { Endpoints } from '#lib/contract/table.ts';
import { suggestionCount } from '#lib/search/suggestions.ts';

/** Search results together with their query. */
export type Suggestions = ResponseData<Endpoints['POST /api/v1/productFilterSelector']> & { q: string };

/**
 * Fetches suggestions for a query.
 * @param text value of the search field, trimmed
 * @throws Error if the shop returns an error or is unreachable; no suggestions are displayed then
 */
export async function fetchSuggestions(
  call: typeof api,
  text: string,
  signal: AbortSignal,
): Promise<Suggestions[]> {
  const body = { q: text, page_size: suggestionCount };
  const answer = await call('POST /api/v1/productFilterSelector', { body }, { signal });
  if (answer.code !== 0 || !answer.data) throw new Error(answer.msg);
  return [{ ...answer.data, q: text }];
}
