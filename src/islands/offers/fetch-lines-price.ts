/** The price of lines in a separate bag: the shop calculates it, never the browser. */

import { toCheckoutGroups } from '#lib/bag/checkout-groups.ts';
import type { NewLine } from '#lib/bag/line.ts';
import { createTemporaryBag } from '#lib/bag/temporary-bag.ts';
import type { DeliveryEstimate } from '#lib/contract/delivery-estimate.ts';
import type { ApiClient } from '#lib/contract/request.ts';

export interface LinesPrice {
  origin: number;
  pay: number;
  /** Message about the promotion's next step; null if it would only repeat the title. */
  hint: { desc: string; params: readonly (string | number)[] } | null;
  /** 1 achieved, 2 not yet, 0 not a current offer of the shop. */
  status: 0 | 1 | 2;
  /** When all lines arrive in `country`; omitted if unknown. */
  arrival?: DeliveryEstimate & { country: string };
}

/** Fetches the price of lines. @param code of the bundle they form, '' for none @returns null if the request fails */
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
