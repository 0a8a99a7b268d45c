/** Companion products: the server's latest recommendations for the products in the bag. */
import { atom } from 'nanostores';
import type { Companion } from '#lib/bag/companions.ts';
import * as codes from '#lib/contract/codes.ts';
import { api } from '../api/api.ts';

export const $companions = atom<readonly Companion[]>([]);

let requestedIds = '';

/**
 * Fetches companion products, unless the last request had the same ids. On failure the list is unchanged.
 * @param ids product ids, comma-separated
 */
export async function fetchCompanions(ids: string): Promise<void> {
  if (ids === requestedIds) return;
  requestedIds = ids;
  const answer = await api('GET /api/v1/cart/goes-with', { query: { product_ids: ids } });
  if (ids !== requestedIds) return;
  if (answer.code === codes.ok && answer.data) $companions.set(answer.data.product_list);
  else requestedIds = '';
}
