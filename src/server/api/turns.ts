/** Which calls take turns by client (core/client-turns.ts): reads. Calls that order or pay are never held up by other calls. */
import type { EndpointRow } from '#lib/contract/endpoint.ts';
import { type EndpointKey, endpoints } from '#lib/contract/table.ts';

/** GET calls that pay, belong to an order, or wait for the answer of another service. */
const unbounded = /\/(?:pay|payment|payments|paypal|order|airwallex|google-map)(?:\/|$)/;

/** Reads whose input is a body: prices of a bag, lists, cards. */
const readsByPost: ReadonlySet<EndpointKey> = new Set<EndpointKey>([
  'POST /api/v1/productFilterSelector',
  'POST /api/v1/cart/variant/price',
  'POST /api/v1/cart/variant/inventory',
  'POST /api/v2/cart/discount',
  'POST /api/v2/buy/to/cart/discount',
  'POST /api/v2/checkouts/discount',
  'POST /api/v1/shippings',
  'POST /api/v1/combination/product/:id',
  'POST /api/v1/storefront/wishlist/cards',
  'POST /api/v1/taxes',
  'POST /api/v1/shipping/insurance/checkout/detail',
  'POST /api/v1/recommend/match',
  'POST /api/v1/recommend/detail',
  'POST /api/v1/atmosphere/events',
]);

/** Returns whether calls of an endpoint are reads that take turns. */
export function takesTurns(key: EndpointKey): boolean {
  if (!key.startsWith('GET ')) return readsByPost.has(key);
  const row: EndpointRow = endpoints[key];
  return !row.changesState && !unbounded.test(key);
}

const checkout = /\/(?:checkouts?|shippings|taxes|tax|country|countries)(?:\/|$)/;

/** Returns whether an endpoint belongs to the checkout, whose reads wait for no other reads. */
export function isOfCheckout(key: EndpointKey): boolean {
  return checkout.test(key);
}
