/** The two ways from the product form past the bag. Fetched when one of them is taken. */

import { api } from '#client/api.ts';
import { localPath } from '#client/language/local-path.ts';
import type { NewLine } from '#lib/bag/line.ts';
import { buyNow } from './buy-now.ts';

/** To the checkout of this one line; the bag stays as it is (PDP-07). @throws Error with words for the shopper */
export async function buyAtOnce(line: NewLine): Promise<void> {
  const outcome = await buyNow(line);
  if (outcome.kind === 'leave') window.top?.location.assign(localPath(outcome.address));
  else if (outcome.kind !== 'login') throw new Error(outcome.message);
}

/** Orders a pre-sale product (PDP-23). @throws Error with words for the shopper */
export async function orderPreSale(line: NewLine): Promise<void> {
  const answer = await api('POST /api/presale/order/create', {
    body: {
      product_id: line.id,
      variant_id: line.sku_id,
      quantity: line.quantity ?? 1,
      custom_props: (line.customizedOptions ?? []).map(({ name, type, value }) => ({ name, type, value })),
    },
  });
  if (answer.code !== 0) throw new Error(answer.msg);
  window.top?.location.assign(localPath((answer.data as { web_url: string }).web_url));
}
