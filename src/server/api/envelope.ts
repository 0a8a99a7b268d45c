/** Builds responses in the API's `{code, msg, data}` envelope, with the HTTP status that R50 defines. */
import * as codes from '#lib/contract/codes.ts';
import type { WireCouponReason } from '#lib/contract/endpoint.ts';

const headers = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

/** Returns a success response; undefined data becomes null. @param seconds how long caches may store the response; 0 for `no-store` */
export function successEnvelope(data: unknown, seconds = 0): Response {
  const response = new Response(JSON.stringify({ code: codes.ok, msg: '', data: data ?? null }), { headers });
  if (seconds > 0) response.headers.set('cache-control', `public, max-age=${seconds}`);
  return response;
}

/** Default Retry-After of a 429 response, seconds, when the end of the rate-limit window is unknown. */
const usualWait = 60;

/**
 * Returns an error response. The HTTP status is 200 unless R50 defines another one for the error code.
 * @param retryAfter seconds after which the client may retry; sent only with status 429
 */
export function errorEnvelope(
  code: number,
  msg: string,
  status = statusOf(code),
  retryAfter = usualWait,
  reason?: WireCouponReason,
): Response {
  // JSON.stringify omits an undefined `reason`.
  const response = new Response(JSON.stringify({ code, msg, data: null, reason }), { status, headers });
  if (status === 429) response.headers.set('retry-after', String(retryAfter));
  return response;
}

function statusOf(code: number): number {
  if (code === codes.tooManyRequests) return 429;
  if (code === codes.serverFailure) return 500;
  return 200;
}
