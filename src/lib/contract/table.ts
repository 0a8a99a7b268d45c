/** The whole contract: every endpoint, keyed by `METHOD /path` (design 3). One file a domain, put together here. */
import { catalogEndpoints } from './catalog.ts';
import { storefrontEndpoints } from './storefront.ts';
import { themeEndpoints } from './theme.ts';

export const endpoints = {
  ...catalogEndpoints,
  ...storefrontEndpoints,
  ...themeEndpoints,
};

export type Endpoints = typeof endpoints;
export type EndpointKey = keyof Endpoints;
