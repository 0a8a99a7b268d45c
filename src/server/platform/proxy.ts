/**
 * Proxies browser requests to the platform at API_ORIGIN through the shop's origin, so that the platform's cookies belong to the shop's
 * origin. Only this process can detect a cross-site request. It forwards such a request with the header `sec-fetch-site: cross-site`, and
 * the platform decides whether to reject the request.
 */

import type {
  ClientRequest,
  IncomingHttpHeaders,
  IncomingMessage,
  RequestListener,
  ServerResponse,
} from 'node:http';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import * as codes from '#lib/contract/codes.ts';
import { isCrossSite } from '../api/cross-site.ts';
import { errorEnvelope } from '../api/envelope.ts';
import { bodyTooLargeError as bodyTooLarge } from '../api/request-body.ts';
import { parseTrustedProxies, resolveClientAddress } from '../core/client-address.ts';
import type { Services } from '../core/services.ts';
import {
  forwardedRequestHeaders,
  forwardedResponseHeaders,
  resolvePlatformRequest,
} from './platform-requests.ts';

const timeout = 30_000;
const platformAway = 'The shop cannot be reached right now. Please try again in a moment.';
/**
 * Returns a listener that proxies the requests that `resolvePlatformRequest` allows; any other request gets a 404 without contacting the
 * platform.
 */
export function proxyTo(origin: string, { env, log }: Services): RequestListener {
  const isTrusted = parseTrustedProxies(env.TRUSTED_PROXIES);
  const send = origin.startsWith('https:') ? requestHttps : requestHttp;
  return (request, response) => {
    const call = resolvePlatformRequest(origin, request.method ?? '', request.url ?? '');
    if (!call) return refuse(response, errorEnvelope(codes.notFound, 'There is no such endpoint.', 404));
    const length = Number(request.headers['content-length'] ?? 0);
    if (call.bodyLimit > 0 && length > call.bodyLimit) return refuse(response, tooLarge(call.bodyLimit));
    const headers = listed(request.headers, forwardedRequestHeaders);
    if (isForeign(request, env.SITE_URL)) headers['sec-fetch-site'] = 'cross-site';
    headers['x-forwarded-for'] = resolveClientAddress(
      request.socket.remoteAddress ?? '',
      String(request.headers['x-forwarded-for'] ?? ''),
      isTrusted,
    );
    if (call.bodyLimit > 0) headers['content-length'] = String(length);
    if (request.headers['transfer-encoding'] !== undefined && call.bodyLimit > 0) {
      delete headers['content-length'];
      headers['transfer-encoding'] = 'chunked';
    }
    let isRefused = false;
    const outgoing = send(call.url, { method: request.method, headers, timeout }, (answer) => {
      if (isBroken(answer)) {
        answer.resume();
        log.warn({ status: answer.statusCode }, 'platform response rejected');
        return refuse(response, away());
      }
      for (const [name, value] of Object.entries(listed(answer.headers, forwardedResponseHeaders))) {
        response.setHeader(name, value);
      }
      response.writeHead(answer.statusCode ?? 500);
      answer.pipe(response);
      // `pipe` alone would leave the client's connection open for ever when the platform's connection breaks. `pipeline` would add seven
      // `close` listeners to the response; with those of the request listener, Node warns about a leak.
      answer.once('close', () => {
        if (answer.complete) return;
        log.warn({ reason: 'connection closed' }, 'platform response interrupted');
        response.destroy();
      });
    });
    outgoing.on('timeout', () => outgoing.destroy(new Error('no response in time')));
    outgoing.on('error', (error) => {
      if (isRefused) return;
      log.warn({ reason: error.message }, 'platform unreachable');
      if (response.headersSent) response.destroy();
      else refuse(response, away());
    });
    response.on('close', () => outgoing.destroy());
    if (call.bodyLimit === 0) {
      // A GET or HEAD request has no body. If a client sends one anyway, it must be drained, or Node would parse it as the next request.
      request.resume();
      outgoing.end();
      return;
    }
    passBody(request, outgoing, call.bodyLimit, () => {
      isRefused = true;
      refuse(response, tooLarge(call.bodyLimit));
    });
  };
}

/** Streams the request body to the platform and aborts as soon as it exceeds `limit`, in bytes. */
function passBody(
  request: IncomingMessage,
  outgoing: ClientRequest,
  limit: number,
  refused: () => void,
): void {
  let size = 0;
  request.on('data', (chunk: Buffer) => {
    size += chunk.byteLength;
    if (size <= limit || outgoing.destroyed) return;
    request.unpipe(outgoing);
    refused();
    outgoing.destroy();
    request.resume();
  });
  request.pipe(outgoing);
}

function isForeign(request: IncomingMessage, siteUrl: string): boolean {
  const headers = new Headers();
  for (const name of ['sec-fetch-site', 'origin']) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  return isCrossSite(headers, siteUrl);
}

function listed(headers: IncomingHttpHeaders, names: readonly string[]): Record<string, string | string[]> {
  return Object.fromEntries(
    names.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])),
  );
}

/**
 * Returns whether a response is an error without the API envelope, e.g. from a load balancer; clients must always get an envelope (R50).
 */
function isBroken(answer: IncomingMessage): boolean {
  return (
    (answer.statusCode ?? 500) >= 500 && !/^application\/json\b/.test(answer.headers['content-type'] ?? '')
  );
}

/** Returns the response for an unreachable or failing platform: HTTP 500 and code 90000, like an error of the shop (R50). */
function away(): Response {
  return errorEnvelope(codes.serverFailure, platformAway);
}

function tooLarge(limit: number): Response {
  const { code, message, status } = bodyTooLarge(limit);
  return errorEnvelope(code, message, status);
}

function refuse(response: ServerResponse, answer: Response): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  answer.text().then(
    (text) => response.end(text),
    () => response.destroy(),
  );
}
