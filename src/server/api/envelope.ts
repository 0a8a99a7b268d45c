/** Answers in the API's envelope, with the HTTP status R50 gives them. */
import * as codes from '#lib/contract/codes.ts';
import type { WireReason } from '#lib/contract/endpoint.ts';

const headers = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

/** Code 0 with data; undefined becomes null. @param seconds how long any cache may keep it */
export function success(data: unknown, seconds = 0): Response {
  const response = new Response(JSON.stringify({ code: codes.ok, msg: '', data: data ?? null }), { headers });
  if (seconds > 0) response.headers.set('cache-control', `public, max-age=${seconds}`);
  return response;
}

/** Seconds that "too many requests" asks to wait where it is not known when the counting begins anew. */
const usualWait = 60;

/**
 * A refusal. HTTP 200 unless R50 names another status for it.
 * @param retryAfter seconds after which a 429 may be tried again
 */
export function errorEnvelope(
  code: number,
  msg: string,
  status = statusOf(code),
  retryAfter = usualWait,
  reason?: WireReason,
): Response {
  // `reason` is left out of the JSON where there is none.
  const response = new Response(JSON.stringify({ code, msg, data: null, reason }), { status, headers });
  if (status === 429) response.headers.set('retry-after', String(retryAfter));
  return response;
}

function statusOf(code: number): number {
  if (code === codes.tooManyRequests) return 429;
  if (code === codes.serverFailure) return 500;
  return 200;
}
