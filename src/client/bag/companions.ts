/** What goes with the products of the bag, as the server last said. */
import { atom } from 'nanostores';
import type { Companion } from '#lib/bag/companions.ts';
import * as codes from '#lib/contract/codes.ts';
import { api } from '../api/api.ts';

export const $companions = atom<readonly Companion[]>([]);

let requestedIds = '';

/** Asks for them; the same products are not asked for twice in turn. What cannot be had is not offered. @param ids of products, by commas */
export async function fetchCompanions(ids: string): Promise<void> {
  if (ids === requestedIds) return;
  requestedIds = ids;
  const answer = await api('GET /api/v1/cart/goes-with', { query: { product_ids: ids } });
  if (ids !== requestedIds) return;
  if (answer.code === codes.ok && answer.data) $companions.set(answer.data.product_list);
  else requestedIds = '';
}
