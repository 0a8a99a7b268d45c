/** Fetches the price of lines as if they were alone in a bag. Only the server calculates prices, never the browser. */

import { toCheckoutGroups } from '#lib/bag/checkout-groups.ts';
import type { NewLine } from '#lib/bag/line.ts';
import { createTemporaryBag } from '#lib/bag/temporary-bag.ts';
import type { DeliveryEstimate } from '#lib/contract/delivery-estimate.ts';
import type { ApiClient } from '#lib/contract/request.ts';

export interface LinesPrice {
  origin: number;
  pay: number;
  /** Message about the promotion's next tier; null if it would only repeat the promotion's title. */
  hint: { desc: string; params: readonly (string | number)[] } | null;
  /** State of the promotion: 1 conditions met, 2 conditions not met yet, 0 not currently offered by the shop. */
  status: 0 | 1 | 2;
  /** Estimated delivery of all lines in `country`; omitted if unknown. */
  arrival?: DeliveryEstimate & { country: string };
}

/**
 * Fetches the price of bag lines.
 * @param code code of the bundle that the lines form, '' for none
 * @returns null if the request fails
 */
export async function fetchLinesPrice(
  api: ApiClient,
  lines: readonly NewLine[],
  code = '',
): Promise<LinesPrice | null> {
  const checkouts = toCheckoutGroups(createTemporaryBag(lines, code));
  const answer = await api('POST /api/v2/cart/discount', { body: { checkouts } });
  if (answer.code !== 0 || !answer.data) return null;
  const { checkout_items: groups, total_pay_amount: pay, total_discount_amount: discount } = answer.data;
  const offer = groups[0]?.discount;
  const { arrives, arrives_to: country } = answer.data;
  return {
    ...(arrives && country && { arrival: { ...arrives, country } }),
    origin: Math.round((pay + discount) * 100) / 100,
    pay,
    hint: offer && offer.desc !== '{0}' ? { desc: offer.desc, params: offer.params } : null,
    status: offer?.status ?? 0,
  };
}
