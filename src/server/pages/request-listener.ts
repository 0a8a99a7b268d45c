/** Handles all requests to the shop: cached pages first, then the API, files, and pages that must be rendered. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import * as codes from '#lib/contract/codes.ts';
import { endpoints } from '#lib/contract/table.ts';
import { splitLanguage } from '#lib/language/path.ts';
import { pageRoutes } from '#lib/pages/page-routes.ts';
import { pageType } from '#lib/pages/page-type.ts';
import { isApiError } from '../api/errors.ts';
import { maskPath } from '../api/mask-path.ts';
import { fileCsp } from '../api/security-headers.ts';
import { decideRoute, type RouteDecision } from '../cache/route-rules.ts';
import { type HeaderList, isStorable, type StoredPage } from '../cache/stored-page.ts';
import { clientRateLimitKey, type IsTrustedProxy, resolveClientAddress } from '../core/client-address.ts';
import { type ClientScheduler, checkoutClientKey } from '../core/client-scheduler.ts';
import { requestIdHeader, resolveRequestId, withRequestId } from '../core/request-id.ts';
import type { Services } from '../core/services.ts';
import { isDatabaseUnavailable } from '../db/lost-connection.ts';
import type { PageService } from './page-service.ts';
import { previewPath } from './preview.ts';
import { sendPage, sendUncachedPage } from './send-page.ts';
import type { StaticFileHandler } from './static-files.ts';

/** Maximum number of concurrent requests per connection. Browsers do not pipeline requests, so this never delays shoppers. */
const maxRunning = 4;
/** Maximum number of queued requests per connection. Further requests close the connection, because each one takes a few KB. */
const maxWaiting = 100;

interface Connection {
  running: number;
  waiting: (() => void)[];
}

const connections = new WeakMap<Socket, Connection>();

/**
 * Starts a request immediately, or when an earlier request on the same connection is done.
 * @param begin not called if the connection closes first
 */
export function runInConnectionQueue(
  { socket }: IncomingMessage,
  response: ServerResponse,
  begin: () => void,
): void {
  const connection = connections.get(socket) ?? { running: 0, waiting: [] };
  connections.set(socket, connection);
  const run = () => {
    connection.running += 1;
    response.once('close', () => {
      connection.running -= 1;
      const next = connection.waiting.shift();
      if (!socket.destroyed) next?.();
    });
    begin();
  };
  if (connection.running < maxRunning) run();
  else if (connection.waiting.length < maxWaiting) connection.waiting.push(run);
  else socket.destroy();
}

/** Source of a response: page rendering, the API, a static file, or the server's own code. */
export type ResponseSource = 'rendered' | 'api' | 'file' | 'own';

export interface RequestListenerOptions {
  services: Services;
  pages: PageService;
  /** Handles the API, images and uploads: all paths whose first segment is in the API contract. */
  api: RequestListener;
  files: StaticFileHandler;
  /** Handles previews for the storefront editor; null if another platform owns the shop's settings. */
  preview: RequestListener | null;
  /** Handles internal paths of the server, such as /healthz. Returns false for all other paths. */
  handleInternal(request: IncomingMessage, response: ServerResponse, path: string): boolean;
  common: HeaderList;
  /** Limits concurrent renders per client. Shared with the API. */
  turns: ClientScheduler;
  /** Returns whether an IP address is a proxy whose X-Forwarded-For header is trusted. */
  isTrusted: IsTrustedProxy;
  /** Counts a response from the page cache. Cache hits are not logged, because a log line would cost as much as the response. */
  cacheHit(status: number): void;
  /**
   * Logs and counts all other responses.
   * @returns a callback that sets the source of the response, by default the server itself
   */
  observe(
    request: IncomingMessage,
    response: ServerResponse,
    requestId: string,
  ): (by: ResponseSource) => void;
  /** Receives a promise that settles when the request is done, for all requests except cache hits. */
  atWork(done: Promise<unknown>): void;
}

/** First path segments of the API and of images. */
const apiSegments = new Set([
  'media',
  ...Object.keys(endpoints)
    .map((key) => key.split(' ')[1]?.split('/')[1] ?? '')
    .filter((segment) => segment !== '' && !segment.startsWith(':')),
]);
const pagesAmongApi = new Set(
  pageRoutes.map(({ path }) => path).filter((path) => apiSegments.has(path.split('/')[1] ?? '')),
);
const looksLikeFile =
  /\.(?:avif|css|gif|ico|jpe?g|js|json|map|mjs|mp4|pdf|php|png|svg|webm|webmanifest|webp|woff2?|zip)$/i;
const maxAddressLength = 4096;
/**
 * Minimum number of page renders that each client is allowed per two seconds while the event loop lags: more pages than a person
 * opens.
 */
const personsPages = 10;

/** Returns whether a URL belongs to the API rather than to a page. */
export function isApiPath(address: string): boolean {
  const path = pathOf(address);
  return apiSegments.has(path.split('/')[1] ?? '') && !pagesAmongApi.has(path.replace(/\/$/, ''));
}

export function createRequestListener(parts: RequestListenerOptions): RequestListener {
  const { services } = parts;
  const { cache } = parts.pages;
  const { CDN_TAG_HEADER } = services.env;
  return (request, response) => {
    const address = request.url ?? '/';
    const now = services.now();
    const requestId = resolveRequestId(request, parts.isTrusted);
    const page = isRead(request) ? cache.fresh(address, now) : undefined;
    if (page) {
      parts.cacheHit(page.status);
      sendPage(request, response, cache.store, address, page, now, { tagHeader: CDN_TAG_HEADER, requestId });
      return;
    }
    runInConnectionQueue(request, response, () => {
      const answeredBy = parts.observe(request, response, requestId);
      response.setHeader(requestIdHeader, requestId);
      const work = () => answer(parts, request, response, address, answeredBy);
      const done = withRequestId(requestId, work).catch((error) => {
        services.log.error({ err: error, path: maskPath(address) }, 'request failed');
        if (response.headersSent) response.destroy();
        else plain(parts, response, 500, 'Something went wrong on our side.');
      });
      parts.atWork(done);
    });
  };
}

async function answer(
  parts: RequestListenerOptions,
  request: IncomingMessage,
  response: ServerResponse,
  address: string,
  answeredBy: (by: ResponseSource) => void,
): Promise<void> {
  if (address.length > maxAddressLength) return plain(parts, response, 414, 'The URL is too long.');
  const path = pathOf(address);
  const url = readAddress(address, parts.services.env.SITE_URL);
  if (!url || !isDecodable(path)) return plain(parts, response, 400, 'The URL is not valid.');
  if (parts.handleInternal(request, response, path)) return;
  if (parts.preview && path === previewPath && request.method === 'POST') {
    answeredBy('rendered');
    parts.preview(request, response);
    return;
  }
  if (!isRead(request) || isApiPath(path)) {
    answeredBy('api');
    parts.api(request, response);
    return;
  }
  if (parts.files(request, response, path)) {
    answeredBy('file');
    return;
  }
  const route = decideRoute(url);
  if (route.kind === 'unknown' && looksLikeFile.test(path)) {
    answeredBy('file');
    return plain(parts, response, 404, 'There is no such file.');
  }
  answeredBy('rendered');
  await sendRendered(parts, request, response, url, route);
}

async function sendRendered(
  { pages, services, turns, isTrusted }: RequestListenerOptions,
  request: IncomingMessage,
  response: ServerResponse,
  url: Address,
  route: RouteDecision,
): Promise<void> {
  const { store } = pages.cache;
  const send = (key: string, page: StoredPage) =>
    sendPage(request, response, store, key, page, services.now(), {
      tagHeader: services.env.CDN_TAG_HEADER,
    });
  const socketAddress = request.socket.remoteAddress ?? '';
  const forwardedFor = String(request.headers['x-forwarded-for'] ?? '');
  const client = clientRateLimitKey(resolveClientAddress(socketAddress, forwardedFor, isTrusted));
  try {
    if ('key' in route) {
      const { key } = route;
      const page =
        pages.cache.answer(key) ??
        (await turns.render(client, {
          render: () => pages.cache.get(key),
          isNew: (made) => made.status === 404 || !isStorable(made),
          floor: personsPages,
        }));
      return send(key, page);
    }
    const isPrivate = route.kind === 'private';
    const address = route.path + url.search;
    const rendered = await turns.render(isOfCheckout(route.path) ? checkoutClientKey(client) : client, {
      render: () =>
        isPrivate
          ? pages.renderFor(address, visitorHeaders(request), socketAddress)
          : pages.renderOnce(address),
      isNew: () => true,
      // Up to `personsPages` bag, checkout and account pages of a client are rendered even while other clients' searches overload
      // the server.
      floor: isPrivate ? personsPages : 0,
    });
    await sendUncachedPage(request, response, rendered);
  } catch (error) {
    if (isRejectedTurn(error)) send('', await pages.notNow('busy'));
    else if (isDatabaseUnavailable(error)) send('', await pages.notNow('away'));
    else throw error;
  }
}

/** Returns whether a page belongs to the checkout. @param path with or without a language prefix */
function isOfCheckout(path: string): boolean {
  const type = pageType(splitLanguage(path).rest);
  return type === 'checkouts' || type === 'pay-result';
}

/** Returns whether the error means that the client has too many pages queued (core/client-scheduler.ts). */
function isRejectedTurn(error: unknown): boolean {
  return isApiError(error) && error.code === codes.tooManyRequests;
}

/** Returns the request headers that a private page may read. */
function visitorHeaders(request: IncomingMessage): Headers {
  const headers = new Headers();
  for (const name of ['cookie', 'token', 'time-zone', 'accept-language', 'x-forwarded-for', 'sec-purpose']) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  return headers;
}

function plain(
  { common }: RequestListenerOptions,
  response: ServerResponse,
  status: number,
  text: string,
): void {
  response.writeHead(status, [
    ...['Content-Type', 'text/plain; charset=utf-8', 'Cache-Control', 'no-store'],
    ...['Content-Length', String(Buffer.byteLength(text)), 'Content-Security-Policy', fileCsp],
    ...common.flat(),
  ]);
  response.end(text);
}

function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD';
}

function pathOf(address: string): string {
  const query = address.indexOf('?');
  return query === -1 ? address : address.slice(0, query);
}

type Address = Pick<URL, 'pathname' | 'search' | 'searchParams'>;

/**
 * Matches paths that URL parsing would not change. Most pages have such a path, and parsing costs more than the routing decision.
 */
const plainAddress = /^(?:\/[\w~-]+)+$/;
const noQuery = new URLSearchParams();

/** Parses the URL of a request. Returns null if it is invalid. */
function readAddress(address: string, origin: string): Address | null {
  if (plainAddress.test(address)) return { pathname: address, search: '', searchParams: noQuery };
  return address.startsWith('/') ? URL.parse(origin + address) : null;
}

function isDecodable(path: string): boolean {
  try {
    decodeURI(path);
    return true;
  } catch {
    return false;
  }
}
