/** Builds the Hono app of the API: the endpoints of the API contract, the media files and the API reference. */
import { type Context, Hono } from 'hono';
import * as codes from '#lib/contract/codes.ts';
import type { EndpointDefinition } from '#lib/contract/endpoint.ts';
import { type EndpointKey, endpoints } from '#lib/contract/table.ts';
import { sortedEndpointKeys, splitEndpointKey } from '../../lib/contract/route-order.ts';
import { addApiReference } from '../api-docs/reference.ts';
import { clientRateLimitKey, parseTrustedProxies } from '../core/client-address.ts';
import { ClientScheduler, checkoutClientKey, imageClientKey } from '../core/client-scheduler.ts';
import type { Handler, Handlers } from '../core/handler.ts';
import type { Services } from '../core/services.ts';
import { isDatabaseUnavailable } from '../db/lost-connection.ts';
import { mediaRoutes } from '../media/routes.ts';
import { identifyStaff } from '../staff/identify-staff.ts';
import { addAccessLogFields } from './access-log-fields.ts';
import { callerFromHeaders } from './caller.ts';
import { errorEnvelope } from './envelope.ts';
import { createErrorTranslator } from './error-texts.ts';
import { errorResponse, isApiError } from './errors.ts';
import { handleEndpointRequest } from './handle-endpoint-request.ts';
import { identifyCaller } from './identify-caller.ts';
import { handlers as allHandlers } from './routes.ts';

/** Matches GET endpoints of payments, orders and third-party services; their requests skip the per-client queue. */
const unbounded = /\/(?:pay|payment|payments|paypal|order|airwallex|google-map)(?:\/|$)/;

/** POST endpoints that only read data; they use POST because their input needs a request body. */
const readsByPost: ReadonlySet<EndpointKey> = new Set<EndpointKey>([
  'POST /api/v1/productFilterSelector',
  'POST /api/v1/cart/variant/price',
  'POST /api/v1/cart/variant/inventory',
  'POST /api/v2/cart/discount',
  'POST /api/v2/buy/to/cart/discount',
  'POST /api/v2/checkouts/discount',
  'POST /api/v1/shippings',
  'POST /api/v1/combination/product/:id',
  'POST /api/v1/storefront/wishlist/cards',
  'POST /api/v1/taxes',
  'POST /api/v1/shipping/insurance/checkout/detail',
  'POST /api/v1/recommend/match',
  'POST /api/v1/recommend/detail',
  'POST /api/v1/atmosphere/events',
]);

/** Returns whether an endpoint only reads data, so that its requests are queued per client. */
export function isQueuedRead(key: EndpointKey): boolean {
  if (!key.startsWith('GET ')) return readsByPost.has(key);
  const row: EndpointDefinition = endpoints[key];
  return !row.changesState && !unbounded.test(key);
}

const checkout = /\/(?:checkouts?|shippings|taxes|tax|country|countries)(?:\/|$)/;

/**
 * Returns whether an endpoint belongs to the checkout. Reads of the checkout have a separate queue, so they do not wait behind other reads.
 */
export function isCheckoutEndpoint(key: EndpointKey): boolean {
  return checkout.test(key);
}

export interface AppOptions {
  handlers?: Handlers;
  /** Per-client request queues, shared with the page renders of the same process. */
  turns?: ClientScheduler;
}

/** Bindings that @hono/node-server passes to the app; absent in tests. */
interface Bindings {
  incoming?: { socket?: { remoteAddress?: string } };
}

export type ApiApp = Hono<{ Bindings: Bindings }>;

/**
 * Builds the Hono app of the API.
 * @returns an app whose `fetch` returns every API response in the envelope of R50; endpoints without a handler return status 404 with code
 * 10404
 * @throws Error when TRUSTED_PROXIES is invalid
 */
export function createApp(services: Services, options: AppOptions = {}): ApiApp {
  const { handlers = allHandlers, turns = new ClientScheduler() } = options;
  const isTrusted = parseTrustedProxies(services.env.TRUSTED_PROXIES);
  const app: ApiApp = new Hono({ strict: false });

  const loadTranslator = createErrorTranslator(services);
  for (const key of sortedEndpointKeys) {
    const { method, path } = splitEndpointKey(key);
    const handler = handlers[key] as Handler<EndpointKey> | undefined;
    const row: EndpointDefinition = endpoints[key];
    app.on(method, path.replace(/\/$/, ''), async (c) => {
      const incoming = c.env?.incoming;
      addAccessLogFields(incoming, { route: path });
      if (!handler) return errorEnvelope(codes.notFound, 'This endpoint is not available yet.', 404);
      const caller = callerFromHeaders(c.req.raw.headers, socketOf(c), isTrusted);
      const client = clientRateLimitKey(caller.ip);
      try {
        return await handleEndpointRequest(services, {
          key,
          row,
          handler,
          request: c.req.raw,
          params: c.req.param() as Record<string, string>,
          query: c.req.query(),
          caller: await (row.access ? identifyStaff : identifyCaller)(services, caller),
          inTurn: (work) =>
            isQueuedRead(key)
              ? turns.run(isCheckoutEndpoint(key) ? checkoutClientKey(client) : client, work)
              : work(),
          foundNothing: () => addAccessLogFields(incoming, { code: codes.notFound }),
        });
      } catch (error) {
        addAccessLogFields(incoming, { code: isApiError(error) ? error.code : codes.serverFailure });
        // Do not query an unavailable database for translations.
        const translate = await loadTranslator(
          c.req.raw.headers.get('referer'),
          !isDatabaseUnavailable(error),
        );
        return errorResponse(error, key, row, services.log, translate);
      }
    });
  }

  const clientOf = (c: Context) =>
    clientRateLimitKey(callerFromHeaders(c.req.raw.headers, socketOf(c), isTrusted).ip);
  app.route(
    '/media',
    mediaRoutes(services, (c, work) => turns.run(imageClientKey(clientOf(c)), work)),
  );
  addApiReference(app, services.env.SITE_URL, (c, work) => turns.run(clientOf(c), work));
  app.notFound(() => errorEnvelope(codes.notFound, 'There is no such endpoint.', 404));
  app.onError((error) => errorResponse(error, 'unknown', undefined, services.log));
  return app;
}

function socketOf(c: Context<{ Bindings: Bindings }>): string {
  return c.env?.incoming?.socket?.remoteAddress ?? '';
}
