/** Fetches recommendation lists and omits products that are already on the page or in the bag (RECO-14). */
import { api } from '#client/api/api.ts';
import { $bag } from '#client/bag/store.ts';
import { fetchCards, renderCardItems } from '#client/cards/fetch-cards.ts';
import { localPath } from '#client/language/local-path.ts';
import { collectionPath } from '#lib/pages/paths.ts';

export interface RecommendedList {
  title: string;
  /** URL of the collection that the list's products come from, '' for none. */
  url: string;
  html: string;
}

/** Maximum number of product ids per request (R72). */
const maxIds = 1000;

/** Number of products requested from a list's collection on the bag page (RECO-26). */
const pageSize = 24;

/** Timeout for fetching a list's collection, ms. The list's cards are already loaded but are displayed only after this request. */
const timeout = 3000;

/** Ids of products in previously fetched lists and, on the bag page, of products in the bag. */
const excludedIds = new Set<number>();

/** Fetches the ids of the recommendation lists for the bag, which only the browser can request because the bag is stored there (R71). */
export async function fetchBagRecommendationIds(): Promise<number[]> {
  const values = [...new Set($bag.get().lines.map(({ id }) => id))].slice(0, maxIds);
  if (values.length === 0) return [];
  for (const id of values) excludedIds.add(id);
  const { code, data } = await api('POST /api/v1/recommend/match', { body: { page_type: 2, values } });
  return code === 0 && data ? data.recommend_ids : [];
}

/**
 * Fetches a recommendation list. Returns null if it has no new products or the request fails; then no list is displayed (RECO-17).
 * @param isBag whether to fetch the list's collection as well (RECO-25): the list then links to the collection, and omits cached cards of
 * products that are no longer in it. If this request fails, the list is displayed without the link and with all cards.
 */
export async function fetchRecommendedList(id: number, isBag: boolean): Promise<RecommendedList | null> {
  const list = await fetchCards(`/cards/${id}`).catch(() => null);
  if (!list) return null;
  const query = { collectionId: list.collectionId, pageSize };
  const collection =
    isBag && list.collectionId > 0
      ? (await api('GET /api/v1/recommed/collection/products', { query }, { timeout })).data
      : null;
  const ids = collection?.product_list.map((product) => product.id);
  // A response with fewer products than requested contains the whole collection.
  const hasLeft = (productId: number) => ids && ids.length < pageSize && !ids.includes(productId);
  const shown = new Set([...document.querySelectorAll<HTMLElement>('[data-product]')].map(productOf));
  const cards = list.cards
    .filter((card) => !excludedIds.has(card.id) && !shown.has(card.id) && !hasLeft(card.id))
    .slice(0, list.limit);
  for (const card of cards) excludedIds.add(card.id);
  if (cards.length === 0) return null;
  return {
    title: list.title,
    url: collection ? localPath(collectionPath(collection.seo_url)) : '',
    html: renderCardItems(cards),
  };
}

function productOf({ dataset }: HTMLElement): number {
  return Number(dataset.product);
}
