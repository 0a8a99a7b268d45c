/** Fetches recommendations after a product is added to the bag. */
import { api } from '#client/api/api.ts';
import { fetchCards } from '#client/cards/fetch-cards.ts';
import type { ResponseData } from '#lib/contract/endpoint.ts';
import type { Endpoints } from '#lib/contract/table.ts';

type Detail = ResponseData<Endpoints['POST /api/v1/recommend/detail']>;

export interface RecommendationOffer {
  style: Detail['style_json_config'];
  items: { product: Detail['product_info_list'][number]; card: string }[];
}

/** `page_type` of the recommendation modal that opens after adding to the bag (R31). */
const addToCart = 4;
const shopId = 1;

/**
 * Returns the first non-empty recommendation list for the added products. Returns null if there is none, if the merchant has
 * switched the modal off (RECO-16), or if the status or the matching lists cannot be fetched (RECO-17).
 */
export async function fetchRecommendationOffer(
  productIds: readonly number[],
): Promise<RecommendationOffer | null> {
  const { code, data } = await api('GET /api/v1/recommend/status/:id', { params: { id: shopId } });
  if (code !== 0 || !data?.status || !data.add_to_cart_status) return null;
  const matched = await api('POST /api/v1/recommend/match', {
    body: { page_type: addToCart, values: [...productIds] },
  });
  if (matched.code !== 0) return null;
  for (const recommend_id of matched.data?.recommend_ids ?? []) {
    const [list, cards] = await Promise.all([
      api('POST /api/v1/recommend/detail', { body: { recommend_id, current_product_ids: [...productIds] } }),
      fetchCards(`/cards/${recommend_id}`).catch(() => null),
    ]);
    if (list.code !== 0 || !list.data) continue;
    const htmlOf = new Map(cards?.cards.map(({ id, html }) => [id, html]));
    const items = list.data.product_info_list.flatMap((product) => {
      const card = htmlOf.get(product.id);
      return card === undefined ? [] : [{ product, card }];
    });
    if (items.length > 0) return { style: list.data.style_json_config, items };
  }
  return null;
}
