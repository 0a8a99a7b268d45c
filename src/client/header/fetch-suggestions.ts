/**
 * What a search text suggests (R74): five products at most, and the collections and pages of that name, from the call the search
 * page itself filters by.
 */
import type { api } from '#client/api/api.ts';
import type { CallData } from '#lib/contract/endpoint.ts';
import type { Endpoints } from '#lib/contract/table.ts';
import { suggestionCount } from '#lib/search/suggestions.ts';

/** What was found, and what was asked for. */
export type Suggestions = CallData<Endpoints['POST /api/v1/productFilterSelector']> & { q: string };

/**
 * @param text as typed, trimmed
 * @throws Error when the shop refuses or cannot be reached: nothing is suggested then
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
