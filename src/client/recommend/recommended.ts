/** Fetches recommendation lists without the products that the page or the bag already has (RECO-14). */
import { api } from '#client/api/api.ts';
import { $bag } from '#client/bag/store.ts';
import { cardItems, fetchCards } from '#client/cards/fetch-cards.ts';

export interface RecommendedList {
  title: string;
  html: string;
}

/** Maximum ids per request (R72). */
const maxIds = 1000;

/** Products of lists fetched before; on the bag page also those in the bag. */
const excludedIds = new Set<number>();

/** Returns the ids of the bag's lists, which only the browser can determine (R71). */
export async function listsOfBag(): Promise<number[]> {
  const values = [...new Set($bag.get().lines.map(({ id }) => id))].slice(0, maxIds);
  if (values.length === 0) return [];
  for (const id of values) excludedIds.add(id);
  const { code, data } = await api('POST /api/v1/recommend/match', { body: { page_type: 2, values } });
  return code === 0 && data ? data.recommend_ids : [];
}

/** Returns a list; null if it has no new products or the request fails: then nothing is shown (RECO-17). */
export async function recommendedList(id: number): Promise<RecommendedList | null> {
  const list = await fetchCards(`/cards/${id}`).catch(() => null);
  if (!list) return null;
  const shown = new Set([...document.querySelectorAll<HTMLElement>('[data-product]')].map(productOf));
  const cards = list.cards
    .filter((card) => !excludedIds.has(card.id) && !shown.has(card.id))
    .slice(0, list.limit);
  for (const card of cards) excludedIds.add(card.id);
  return cards.length > 0 ? { title: list.title, html: cardItems(cards) } : null;
}

function productOf({ dataset }: HTMLElement): number {
  return Number(dataset.product);
}
