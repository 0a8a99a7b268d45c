/** What the header's search suggests while somebody types (SRCH-23, R74); `suggester` of lib/forms asks in time. */
import { api } from '#lib/contract/client.ts';
import type { CallData } from '#lib/contract/endpoint.ts';
import type { Endpoints } from '#lib/contract/table.ts';

export type Suggestions = CallData<Endpoints['POST /api/v1/productFilterSelector']>;

const mostProducts = 5;

/**
 * Products and collections for a text of at least two characters, with the words put right where none had them.
 * @returns null when the shop cannot be reached
 */
export async function suggestProducts(q: string, signal?: AbortSignal): Promise<Suggestions | null> {
  const answer = await api(
    'POST /api/v1/productFilterSelector',
    { body: { q: q.trim().slice(0, 200), page_size: mostProducts } },
    signal ? { signal } : {},
  );
  return answer.data;
}
