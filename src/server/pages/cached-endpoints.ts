/** Endpoints that answer every page alike: for pages their whole answer is cached until it is purged (docs/decisions/05-page-cache.md). */
import type { EndpointKey } from '#lib/contract/table.ts';

export const cachedEndpoints: ReadonlySet<EndpointKey> = new Set<EndpointKey>([
  'GET /api/v1/storefront/shop',
  'GET /api/v1/storefront/theme',
  'GET /api/v1/currency',
  'GET /api/v1/test/getLanguage',
  'GET /api/v1/test/getHeader',
  'GET /api/v1/test/getFooter',
  'GET /api/v1/test/getModel',
  'GET /api/v2/shop/trust/get',
  'GET /api/v2/cart/empty/discount',
]);
