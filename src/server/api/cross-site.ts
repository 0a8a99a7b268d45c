/** CSRF protection: a cross-site request that carries this shop's cookies must not change data. */
const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Returns whether a page of another site sent the request. A client that sends neither Sec-Fetch-Site nor Origin is not a browser, so there
 * are no cookies to abuse. A shop with a loopback SITE_URL accepts all loopback host names (docs/decisions/04-api-contract.md).
 */
export function isCrossSite(headers: Headers, siteUrl: string): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin' && site !== 'none') return true;
  const origin = headers.get('origin');
  return origin !== null && !isShopOrigin(origin, new URL(siteUrl));
}

function isShopOrigin(origin: string, shopUrl: URL): boolean {
  if (origin === shopUrl.origin) return true;
  if (!loopback.has(shopUrl.hostname) || !URL.canParse(origin)) return false;
  const other = new URL(origin);
  return loopback.has(other.hostname) && other.port === shopUrl.port && other.protocol === shopUrl.protocol;
}
