import { api } from '../contract/client.ts';
import { codes } from '../contract/codes.ts';
import type { WireShipping } from '../contract/wire-shipping.ts';
import { checkoutGroups } from './request.ts';
import { keptRules } from './shipping-rules.ts';
import { $bag } from './store.ts';

/** Free-shipping rules for the bag as it is (API-043); a call that fails leaves none (SHIPR-06). */
export async function askShippingRules(): Promise<WireShipping[]> {
  const answer = await api('POST /api/v1/shippings', { body: { checkouts: checkoutGroups($bag.get()) } });
  return answer.code === codes.ok ? keptRules(answer.data?.shippings ?? []) : [];
}
