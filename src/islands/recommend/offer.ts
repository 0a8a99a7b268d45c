/** What is recommended after an add. */
import { api } from '#client/api.ts';
import type { CallData } from '#lib/contract/endpoint.ts';
import type { Endpoints } from '#lib/contract/table.ts';

export type Offer = CallData<Endpoints['POST /api/v1/recommend/detail']>;

/** R31: the page type of the add-to-cart modal. */
const addToCart = 4;
const shopId = 1;

/**
 * The first list for these products that has anything in it; null when there is none, the merchant has switched it off
 * (RECO-16), or a call is not answered with code 0 (RECO-17).
 */
export async function offerFor(productIds: readonly number[]): Promise<Offer | null> {
  const { code, data } = await api('GET /api/v1/recommend/status/:id', { params: { id: shopId } });
  if (code !== 0 || !data?.status || !data.add_to_cart_status) return null;
  const matched = await api('POST /api/v1/recommend/match', {
    body: { page_type: addToCart, values: [...productIds] },
  });
  if (matched.code !== 0) return null;
  for (const recommend_id of matched.data?.recommend_ids ?? []) {
    const list = await api('POST /api/v1/recommend/detail', {
      body: { recommend_id, current_product_ids: [...productIds] },
    });
    if (list.code === 0 && list.data && list.data.product_info_list.length > 0) return list.data;
  }
  return null;
}
