/** What is passed on to the platform at API_ORIGIN: calls of the contract and pictures, at their plain addresses. Pure. */
import type { EndpointRow } from '#lib/contract/endpoint.ts';
import { orderedKeys, splitKey } from '#lib/contract/route-order.ts';
import { endpoints } from '#lib/contract/table.ts';
import { bodyLimit, smallBodyLimit } from '../api/request-body.ts';
import { uploadLimit } from '../media/shopper-picture.ts';
import { signatureHeaders } from '../payments/providers.ts';

export interface PlatformCall {
  /** The address that was decided on, and no other, is asked for. */
  url: URL;
  /** Bytes; 0 where a body means nothing. */
  bodyLimit: number;
}

/** Sent by browsers and by payment providers, and read by the platform. What identifies a client to other servers is not. */
export const passedHeaders: readonly string[] = [
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
  // A no to being tracked reaches whoever would track.
  ...['dnt', 'sec-gpc'],
  ...['purpose', 'sec-purpose', 'x-moz', 'x-purpose'],
  ...signatureHeaders,
];

/** Of an answer: all that belongs to its body, and the platform's cookies. Safety headers are our own. */
export const answerHeaders: readonly string[] = [
  ...['accept-ranges', 'content-disposition', 'content-encoding', 'content-language', 'content-length'],
  ...['content-range', 'content-type', 'cache-control', 'date', 'etag', 'expires', 'last-modified'],
  ...['location', 'retry-after', 'set-cookie', 'vary'],
];

const rows = orderedKeys.map((key) => {
  const { method, path } = splitKey(key);
  const pattern = path.replace(/\/$/, '').replace(/:\w+/g, '[^/]+');
  return { method, limit: limitOf(key), pattern: new RegExp(`^${pattern}/?$`) };
});
const pictures = /^\/media\/./;

/**
 * Escaped separators, dots and percent signs, and path parameters: another server may resolve them to another path. Tomcat and Jetty
 * read `..;` as `..`.
 */
const ambiguous = /%(?:2f|5c|2e|25|3b|7f|[01][0-9a-f])|\/\/|\\|;/i;

/**
 * Decides on the address as the platform will read it.
 * @param address path and query as they came
 * @returns null for what is not passed on
 */
export function platformCall(origin: string, method: string, address: string): PlatformCall | null {
  const url = address.startsWith('/') ? URL.parse(origin + address) : null;
  if (!url || url.origin !== origin || ambiguous.test(url.pathname)) return null;
  const reads = method === 'GET' || method === 'HEAD';
  if (reads && pictures.test(url.pathname)) return { url, bodyLimit: 0 };
  const asked = method === 'HEAD' ? 'GET' : method;
  const row = rows.find((each) => each.method === asked && each.pattern.test(url.pathname));
  return row ? { url, bodyLimit: reads ? 0 : row.limit } : null;
}

function limitOf(key: keyof typeof endpoints): number {
  if (key === 'PUT /api/v1/common/file/upload/:token') return uploadLimit;
  const row: EndpointRow = endpoints[key];
  return row.smallBody ? smallBodyLimit : bodyLimit;
}
