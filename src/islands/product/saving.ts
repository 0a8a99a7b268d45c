/** What the bag would save with something in it, before it is added (PDP-15, R110). */
import type { CallApi } from '#lib/contract/call.ts';
import type { SentGroup } from '#lib/contract/wire-checkout-group.ts';

export interface ToldSaving {
  saved: number;
  /** The promotion's next step; `desc` '' for none. */
  next: { desc: string; params: readonly (string | number)[] };
}

/** @param checkouts the bag it would come into @returns null when the shop cannot be asked */
export async function askSaving(
  api: CallApi,
  item: { product_id: number; variant_id: number; quantity: number },
  checkouts: SentGroup[],
): Promise<ToldSaving | null> {
  const answer = await api('POST /api/v2/buy/to/cart/discount', { body: { items: [item], checkouts } });
  if (answer.code !== 0 || !answer.data) return null;
  const { total_discount_amount: saved, desc, params } = answer.data;
  return { saved, next: { desc, params } };
}
