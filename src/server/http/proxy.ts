/** The browser's calls in front of API_ORIGIN, same-origin: this server passes them on and keeps its own CSRF rule. */
import { codes } from '#lib/contract/codes.ts';
import type { Services } from '../services.ts';
import { callerOf } from './caller.ts';
import type { IsTrusted } from './client-address.ts';
import { isCrossSite } from './cross-site.ts';
import { refusal } from './envelope.ts';
import { BadBody, readBytes } from './request-body.ts';

const timeout = 15_000;
/** Uploads are the largest bodies there are (R87). */
const largestBody = 5 * 1024 * 1024;

/** What goes on to the other platform; its own CSRF rule must not see this origin, so those headers stay behind. */
const passedOn = [
  'accept',
  'accept-language',
  'content-type',
  'cookie',
  'idempotency-key',
  'if-none-match',
  'purpose',
  'range',
  'sec-purpose',
  'time-zone',
  'token',
  'user-agent',
  'x-moz',
];

/** What comes back; length and encoding are this server's own matter. */
const passedBack = ['cache-control', 'content-type', 'etag', 'last-modified', 'location', 'retry-after'];

/**
 * Passes one request on.
 * @param socket remote address of the connection
 * @returns the other platform's answer, or the envelope 90000 when there is none
 */
export async function proxyCall(
  services: Services,
  origin: string,
  request: Request,
  socket: string,
  isTrusted: IsTrusted,
): Promise<Response> {
  if (
    request.method !== 'GET' &&
    request.method !== 'HEAD' &&
    isCrossSite(request.headers, services.env.SITE_URL)
  ) {
    return refusal(codes.notAllowed, 'This call was made by a page of another site.');
  }
  const { pathname, search } = new URL(request.url);
  try {
    const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
    const response = await services.fetch(new URL(pathname + search, origin), {
      method: request.method,
      headers: requestHeaders(request, socket, isTrusted),
      body: hasBody ? await readBytes(request, largestBody) : null,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout),
    });
    return new Response(response.body, {
      status: response.status,
      headers: responseHeaders(response, origin),
    });
  } catch (error) {
    if (error instanceof BadBody) return refusal(error.code, error.message, error.status);
    services.log.warn({ err: error, path: pathname }, 'the other platform did not answer');
    return refusal(codes.serverFailure, 'The shop cannot be reached right now. Please try again.');
  }
}

function requestHeaders(request: Request, socket: string, isTrusted: IsTrusted): Headers {
  const headers = new Headers();
  for (const name of passedOn) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  const client = callerOf(request.headers, socket, isTrusted).ip;
  if (client !== '') headers.set('x-forwarded-for', client);
  return headers;
}

function responseHeaders(response: Response, origin: string): Headers {
  const headers = new Headers({ 'x-content-type-options': 'nosniff' });
  for (const name of passedBack) {
    const value = response.headers.get(name);
    if (value !== null) headers.set(name, name === 'location' ? value.replace(origin, '') : value);
  }
  for (const cookie of response.headers.getSetCookie()) {
    headers.append('set-cookie', cookie.replace(/;\s*domain=[^;]*/gi, ''));
  }
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
  return headers;
}
