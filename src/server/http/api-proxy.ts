/**
 * Passes the browser's calls on to the platform at API_ORIGIN (design 3), under our own origin: its cookies become ours.
 * Whether a call came from another site only we can tell; the platform is told the outcome and keeps its own rule.
 */

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { pipeline } from 'node:stream';
import { codes } from '#lib/contract/codes.ts';
import type { Services } from '../services.ts';
import { clientAddress, trustedProxies } from './client-address.ts';
import { isCrossSite } from './cross-site.ts';
import { refusal } from './envelope.ts';

const timeout = 30_000;
const platformAway = 'The shop cannot be reached right now. Please try again in a moment.';
/** Headers of one connection, those we write anew, and those that say a browser is asking. */
const withheld = new Set([
  'connection',
  'expect',
  'forwarded',
  'host',
  'keep-alive',
  'origin',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
]);
const perConnection = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade']);

export function proxyTo(origin: string, { env, log }: Services): RequestListener {
  const isTrusted = trustedProxies(env.TRUSTED_PROXIES);
  const send = origin.startsWith('https:') ? requestHttps : requestHttp;
  return (request, response) => {
    const headers = passedOn(request);
    if (isForeign(request, env.SITE_URL)) headers['sec-fetch-site'] = 'cross-site';
    headers['x-forwarded-for'] = clientAddress(
      request.socket.remoteAddress ?? '',
      String(request.headers['x-forwarded-for'] ?? ''),
      isTrusted,
    );
    // Node frames no body of a GET by itself: its bytes would stand on the connection as a request of their own.
    if (request.headers['transfer-encoding'] !== undefined) headers['transfer-encoding'] = 'chunked';
    const target = new URL(origin + (request.url ?? '/'));
    const outgoing = send(target, { method: request.method, headers, timeout }, (answer) => {
      if (isBroken(answer)) {
        answer.resume();
        log.warn({ status: answer.statusCode }, 'the other platform answered outside the contract');
        return refuse(response);
      }
      for (const [name, value] of Object.entries(answer.headers)) {
        if (value !== undefined && !perConnection.has(name)) response.setHeader(name, value);
      }
      response.writeHead(answer.statusCode ?? 500);
      // What is cut off there is cut off here: a pipe would leave the shopper's connection open for ever.
      pipeline(answer, response, (error) => {
        if (error) log.warn({ reason: error.message }, 'an answer of the other platform broke off');
      });
    });
    outgoing.on('timeout', () => outgoing.destroy(new Error('no answer in time')));
    outgoing.on('error', (error) => {
      log.warn({ reason: error.message }, 'the other platform did not answer');
      if (response.headersSent) response.destroy();
      else refuse(response);
    });
    response.on('close', () => outgoing.destroy());
    request.pipe(outgoing);
  };
}

function isForeign(request: IncomingMessage, siteUrl: string): boolean {
  const headers = new Headers();
  for (const name of ['sec-fetch-site', 'origin']) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  return isCrossSite(headers, siteUrl);
}

function passedOn(request: IncomingMessage): Record<string, string | string[]> {
  const passed: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined && !withheld.has(name) && !name.startsWith('sec-fetch-')) passed[name] = value;
  }
  return passed;
}

/** A failure told in words of its own, by a load balancer for one: callers are promised the envelope (R50). */
function isBroken(answer: IncomingMessage): boolean {
  return (
    (answer.statusCode ?? 500) >= 500 && !/^application\/json\b/.test(answer.headers['content-type'] ?? '')
  );
}

/** The platform is away, or may as well be: to the caller a failure like any of our own, HTTP 500 and 90000 (R50). */
function refuse(response: ServerResponse): void {
  const answer = refusal(codes.serverFailure, platformAway);
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  answer.text().then(
    (text) => response.end(text),
    () => response.destroy(),
  );
}
