/** Reads the products and amounts of a conversion from the shop's own data, because data sent by a page cannot be trusted. */

import { splitLanguage } from '#lib/language/path.ts';
import { type EventProducts, toEventProducts } from '#lib/marketing/shop-event.ts';
import { Failure } from '../core/failure.ts';
import type { Context } from '../core/handler.ts';
import { identify } from '../core/identity.ts';
import { viewCheckout } from '../orders/view-checkout.ts';
import { readPriceView } from '../promotions/price-view.ts';
import { closestPrice, type EventContent } from './conversion.ts';

/** Returns the products of an event with their catalogue prices; null if the shop has none of the products. */
export async function readEventProducts(
  context: Context,
  sent: readonly EventContent[],
): Promise<EventProducts | null> {
  if (sent.length === 0) return {};
  const ids = [...new Set(sent.map(({ productId }) => productId))];
  const [view, variants] = await Promise.all([readPriceView(context, ids), readPrices(context, ids)]);
  const contents = sent.flatMap(({ productId, quantity, price }) => {
    const prices = variants
      .filter((variant) => variant.product_id === productId)
      .map((variant) => view.priceOf(productId, variant.price));
    if (prices.length === 0) return [];
    const amount = closestPrice(prices, price === undefined ? Math.min(...prices) : price / view.wire(1));
    return [{ productId, quantity, amount }];
  });
  if (contents.length === 0) return null;
  return {
    value: view.wire(contents.reduce((sum, { quantity, amount }) => sum + quantity * amount, 0)),
    currency: view.currency,
    contents: contents.map(({ productId, quantity, amount }) => ({
      ...{ id: String(productId), quantity, price: view.wire(amount) },
    })),
  };
}

/** Returns the products of a checkout; null if the URL is not that of a checkout that the client may open. */
export async function checkoutProducts(
  { services, caller, now }: Context,
  address: string,
): Promise<EventProducts | null> {
  const path = splitLanguage(URL.parse(address, services.env.SITE_URL)?.pathname ?? '').rest;
  const token = /^\/[^/]+\/checkouts\/([\w-]+)\/?$/.exec(path)?.[1];
  if (token === undefined) return null;
  try {
    return toEventProducts(await viewCheckout(services, token, identify(caller), now));
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}

function readPrices({ services }: Context, productIds: readonly number[]) {
  return services.db.read
    .selectFrom('variants as v')
    .innerJoin('products as p', 'p.id', 'v.product_id')
    .select(['v.product_id', 'v.price'])
    .where('p.id', 'in', productIds)
    .where('p.is_published', '=', 1)
    .where('p.deleted_at', 'is', null)
    .where('v.deleted_at', 'is', null)
    .execute();
}
