/** Sorts endpoints into the order in which the router matches them. */
import { type EndpointKey, endpoints } from '#lib/contract/table.ts';

export function splitEndpointKey(key: string): { method: string; path: string } {
  const [method = '', path = ''] = key.split(' ');
  return { method, path };
}

const paramsIn = (key: string) => key.split('/:').length;

/** Keys of all endpoints; those with fewer path parameters come first, so that `/order/lookup` is never parsed as an order number. */
export const sortedEndpointKeys = (Object.keys(endpoints) as EndpointKey[]).sort(
  (a, b) => paramsIn(a) - paramsIn(b),
);
