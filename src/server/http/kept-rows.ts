/** Rows that answer every page alike: in pages their whole answer is read once and kept until it is purged (docs/decisions/05-page-cache.md). */
import type { EndpointKey } from '#lib/contract/table.ts';

export const keptRows: ReadonlySet<EndpointKey> = new Set<EndpointKey>([
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
