/** Order in which endpoints are matched. */
import { type EndpointKey, endpoints } from '#lib/contract/table.ts';

export function splitEndpointKey(key: string): { method: string; path: string } {
  const [method = '', path = ''] = key.split(' ');
  return { method, path };
}

const paramsIn = (key: string) => key.split('/:').length;

/** Endpoints with fewer parameters first, so that `/order/lookup` is never parsed as an order number. */
export const sortedEndpointKeys = (Object.keys(endpoints) as EndpointKey[]).sort(
  (a, b) => paramsIn(a) - paramsIn(b),
);
