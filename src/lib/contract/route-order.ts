/** The order in which the contract's rows are matched. */
import { type EndpointKey, endpoints } from '#lib/contract/table.ts';

export function splitKey(key: string): { method: string; path: string } {
  const [method = '', path = ''] = key.split(' ');
  return { method, path };
}

const paramsIn = (key: string) => key.split('/:').length;

/** Keys with fixed addresses first, so that `/order/lookup` is never read as an order's number. */
export const orderedKeys = (Object.keys(endpoints) as EndpointKey[]).sort(
  (a, b) => paramsIn(a) - paramsIn(b),
);
