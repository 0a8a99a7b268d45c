import { api } from '#client/api.ts';
import type { MarketingEvent } from './notes.ts';

/** The events of these names; none where the shop cannot answer. */
export async function askEvents(
  events: readonly string[],
  product?: { product_id: number; variant_id: number | null },
): Promise<MarketingEvent[]> {
  const answer = await api('POST /api/v1/atmosphere/events', { body: { events: [...events], ...product } });
  return answer.code === 0 ? (answer.data ?? []) : [];
}
