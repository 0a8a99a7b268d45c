/** Answers in the API's envelope, with the HTTP status R50 gives them. */
import { codes } from '#lib/contract/codes.ts';

const headers = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

/** Code 0 with data; undefined becomes null. */
export function success(data: unknown): Response {
  return new Response(JSON.stringify({ code: codes.ok, msg: '', data: data ?? null }), { headers });
}

/** A refusal. HTTP 200 unless R50 names another status for it. */
export function refusal(code: number, msg: string, status = statusOf(code)): Response {
  return new Response(JSON.stringify({ code, msg, data: null }), { status, headers });
}

function statusOf(code: number): number {
  if (code === codes.tooManyRequests) return 429;
  if (code === codes.serverFailure) return 500;
  return 200;
}
