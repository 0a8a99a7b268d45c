/** Which addresses belong to the API, and the order in which rows are matched. */
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

/** Rows outside /api/: their path and, where pages share the address, their method. */
const outside = orderedKeys
  .map(splitKey)
  .filter(({ path }) => !path.startsWith('/api/'))
  .map(({ method, path }) => ({
    method: path.startsWith('/:') ? method : null,
    pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+').replace(/\/$/, '')}/?$`),
  }));

/** True when the API answers this request, be it with 404; everything else is a file or a page. */
export function isApiPath(method: string, pathname: string): boolean {
  if (pathname === '/api' || pathname.startsWith('/api/')) return true;
  return outside.some((row) => (row.method === null || row.method === method) && row.pattern.test(pathname));
}
