/** Decides which requests are proxied to the platform at API_ORIGIN: those for API endpoints and images. Pure. */
import type { EndpointDefinition } from '#lib/contract/endpoint.ts';
import { sortedEndpointKeys, splitEndpointKey } from '#lib/contract/route-order.ts';
import { endpoints } from '#lib/contract/table.ts';
import { bodyLimit, smallBodyLimit } from '../api/request-body.ts';
import { uploadLimit } from '../media/shopper-picture.ts';
import { signatureHeaders } from '../payments/providers.ts';

export interface PlatformRequest {
  /** The validated URL; the proxy must request exactly this URL. */
  url: URL;
  /** Maximum size of the body, bytes; 0 if the request must have no body. */
  bodyLimit: number;
}

/** Request headers, from browsers and payment providers, that are forwarded to the platform. All others are dropped. */
export const forwardedRequestHeaders: readonly string[] = [
  ...['accept', 'accept-encoding', 'accept-language', 'content-encoding', 'content-type', 'cookie'],
  ...[
    'if-modified-since',
    'if-none-match',
    'if-range',
    'range',
    'referer',
    'time-zone',
    'token',
    'user-agent',
  ],
  // The platform needs the shopper's opt-out from tracking.
  ...['dnt', 'sec-gpc'],
  ...['purpose', 'sec-purpose', 'x-moz', 'x-purpose'],
  ...signatureHeaders,
];

/** Response headers of the platform that are passed on: those about the body, and cookies. The shop sets its own security headers. */
export const forwardedResponseHeaders: readonly string[] = [
  ...['accept-ranges', 'content-disposition', 'content-encoding', 'content-language', 'content-length'],
  ...['content-range', 'content-type', 'cache-control', 'date', 'etag', 'expires', 'last-modified'],
  ...['location', 'retry-after', 'set-cookie', 'vary'],
];

const rows = sortedEndpointKeys.map((key) => {
  const { method, path } = splitEndpointKey(key);
  const pattern = path.replace(/\/$/, '').replace(/:\w+/g, '[^/]+');
  return { method, limit: limitOf(key), pattern: new RegExp(`^${pattern}/?$`) };
});
const pictures = /^\/media\/./;

/**
 * Matches escaped separators, dots and percent signs, and path parameters: another server may resolve them to a different path. Tomcat and
 * Jetty, for example, read `..;` as `..`.
 */
const ambiguous = /%(?:2f|5c|2e|25|3b|7f|[01][0-9a-f])|\/\/|\\|;/i;

/**
 * Returns the URL to request from the platform; null if the request must not be proxied. Checks the parsed URL, as the platform will see
 * it, instead of the received text.
 * @param address path and query string exactly as received
 */
export function resolvePlatformRequest(
  origin: string,
  method: string,
  address: string,
): PlatformRequest | null {
  const url = address.startsWith('/') ? URL.parse(origin + address) : null;
  if (!url || url.origin !== origin || ambiguous.test(url.pathname)) return null;
  const reads = method === 'GET' || method === 'HEAD';
  if (reads && pictures.test(url.pathname)) return { url, bodyLimit: 0 };
  const routeMethod = method === 'HEAD' ? 'GET' : method;
  const row = rows.find((each) => each.method === routeMethod && each.pattern.test(url.pathname));
  return row ? { url, bodyLimit: reads ? 0 : row.limit } : null;
}

function limitOf(key: keyof typeof endpoints): number {
  if (key === 'PUT /api/v1/common/file/upload/:token') return uploadLimit;
  const row: EndpointDefinition = endpoints[key];
  return row.smallBody ? smallBodyLimit : bodyLimit;
}
