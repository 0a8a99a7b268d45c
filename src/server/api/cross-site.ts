/** The CSRF rule: what another site's page sends with this shop's cookies changes nothing here. */
const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * True for a request that a foreign page made. Neither header present means no browser, which has no cookies to abuse.
 * A shop on a loopback SITE_URL is reached by any of its loopback names (docs/decisions/04-api-contract.md).
 */
export function isCrossSite(headers: Headers, siteUrl: string): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin' && site !== 'none') return true;
  const origin = headers.get('origin');
  return origin !== null && !isOwnOrigin(origin, new URL(siteUrl));
}

function isOwnOrigin(origin: string, own: URL): boolean {
  if (origin === own.origin) return true;
  if (!loopback.has(own.hostname) || !URL.canParse(origin)) return false;
  const other = new URL(origin);
  return loopback.has(other.hostname) && other.port === own.port && other.protocol === own.protocol;
}
