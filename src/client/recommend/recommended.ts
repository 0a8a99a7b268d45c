/** What recommendation lists show on this page: nothing that stands on it already, or in the bag (RECO-14). */
import { api } from '#client/api.ts';
import { cardItems, fetchCards } from '#client/cards/fetch-cards.ts';

export interface RecommendedList {
  title: string;
  /** Its cards, as items of a list. */
  html: string;
}

/** So many ids one call may name (R72). */
const maxIds = 1000;

/** Products in the bag, on its page, and those of lists that were fetched before. */
const taken = new Set<number>();

/** Ids of the lists that belong to what is in the bag: only the browser knows it (R71). */
export async function listsOfBag(): Promise<number[]> {
  const { $bag } = await import('#client/bag/store.ts');
  const values = [...new Set($bag.get().lines.map(({ id }) => id))].slice(0, maxIds);
  if (values.length === 0) return [];
  for (const id of values) taken.add(id);
  const { code, data } = await api('POST /api/v1/recommend/match', { body: { page_type: 2, values } });
  return code === 0 && data ? data.recommend_ids : [];
}

/** Returns a list, or null where nothing is left of it or it cannot be had: then nothing is shown of it (RECO-17). */
export async function recommendedList(id: number): Promise<RecommendedList | null> {
  const list = await fetchCards(`/cards/${id}`).catch(() => null);
  if (!list) return null;
  const shown = new Set([...document.querySelectorAll<HTMLElement>('[data-product]')].map(productOf));
  const cards = list.cards.filter((card) => !taken.has(card.id) && !shown.has(card.id)).slice(0, list.limit);
  for (const card of cards) taken.add(card.id);
  return cards.length > 0 ? { title: list.title, html: cardItems(cards) } : null;
}

function productOf({ dataset }: HTMLElement): number {
  return Number(dataset.product);
}
