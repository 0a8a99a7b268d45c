/**
 * Suggestions for a search text (R74): up to five products, and the collections and pages of that name, from the endpoint that
 * filters the search page.
 */
import type { api } from '#client/api/api.ts';
import type { ResponseData } from '#lib/contract/endpoint.ts';
import type { Endpoints } from '#lib/contract/table.ts';
import { suggestionCount } from '#lib/search/suggestions.ts';

/** The results with the query they belong to. */
export type Suggestions = ResponseData<Endpoints['POST /api/v1/productFilterSelector']> & { q: string };

/**
 * @param text as typed, trimmed
 * @throws Error when the shop returns an error or is unreachable: nothing is suggested then
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
