/** The API as a Hono app: serves exactly the endpoints of the contract, the media files and the reference. */
import { type Context, Hono } from 'hono';
import * as codes from '#lib/contract/codes.ts';
import type { EndpointRow } from '#lib/contract/endpoint.ts';
import { type EndpointKey, endpoints } from '#lib/contract/table.ts';
import { orderedKeys, splitKey } from '../../lib/contract/route-order.ts';
import { addReference } from '../api-docs/reference.ts';
import { clientKey, trustedProxies } from '../core/client-address.ts';
import { ClientTurns, checkoutKey, imageKey } from '../core/client-turns.ts';
import type { Handler, Handlers } from '../core/handler.ts';
import type { Services } from '../core/services.ts';
import { isDatabaseAway } from '../db/lost-connection.ts';
import { mediaRoutes } from '../media/routes.ts';
import { noteCall } from './call-note.ts';
import { callRow } from './call-row.ts';
import { callerOf } from './caller.ts';
import { errorEnvelope } from './envelope.ts';
import { errorTranslator } from './error-texts.ts';
import { errorAnswer, isApiError } from './errors.ts';
import { handlers as allHandlers } from './routes.ts';
import { recognise } from './visitor.ts';

/** GET endpoints that pay, belong to an order or wait for another service; they skip the per-client queue. */
const unbounded = /\/(?:pay|payment|payments|paypal|order|airwallex|google-map)(?:\/|$)/;

/** POST endpoints that only read; their input needs a body. */
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

/** Returns whether an endpoint is a read, whose requests queue per client. */
export function takesTurns(key: EndpointKey): boolean {
  if (!key.startsWith('GET ')) return readsByPost.has(key);
  const row: EndpointRow = endpoints[key];
  return !row.changesState && !unbounded.test(key);
}

const checkout = /\/(?:checkouts?|shippings|taxes|tax|country|countries)(?:\/|$)/;

/** Returns whether an endpoint belongs to the checkout, whose reads do not queue behind other reads. */
export function isOfCheckout(key: EndpointKey): boolean {
  return checkout.test(key);
}

export interface AppOptions {
  handlers?: Handlers;
  /** Per-client queues, shared with the pages of the same process. */
  turns?: ClientTurns;
}

/** Passed by @hono/node-server; absent in tests. */
interface Bindings {
  incoming?: { socket?: { remoteAddress?: string } };
}

export type ApiApp = Hono<{ Bindings: Bindings }>;

/**
 * Builds the API.
 * @returns an app whose `fetch` answers every API request in the envelope of R50; endpoints without a handler answer 404, 10404
 * @throws Error when TRUSTED_PROXIES is invalid
 */
export function createApp(services: Services, options: AppOptions = {}): ApiApp {
  const { handlers = allHandlers, turns = new ClientTurns() } = options;
  const isTrusted = trustedProxies(services.env.TRUSTED_PROXIES);
  const app: ApiApp = new Hono({ strict: false });

  const loadTranslator = errorTranslator(services);
  for (const key of orderedKeys) {
    const { method, path } = splitKey(key);
    const handler = handlers[key] as Handler<EndpointKey> | undefined;
    const row: EndpointRow = endpoints[key];
    app.on(method, path.replace(/\/$/, ''), async (c) => {
      const incoming = c.env?.incoming;
      noteCall(incoming, { route: path });
      if (!handler) return errorEnvelope(codes.notFound, 'This endpoint is not available yet.', 404);
      const caller = callerOf(c.req.raw.headers, socketOf(c), isTrusted);
      const client = clientKey(caller.ip);
      try {
        return await callRow(services, {
          key,
          row,
          handler,
          request: c.req.raw,
          params: c.req.param() as Record<string, string>,
          query: c.req.query(),
          caller: await recognise(services, caller),
          inTurn: (work) =>
            takesTurns(key) ? turns.run(isOfCheckout(key) ? checkoutKey(client) : client, work) : work(),
          foundNothing: () => noteCall(incoming, { code: codes.notFound }),
        });
      } catch (error) {
        noteCall(incoming, { code: isApiError(error) ? error.code : codes.serverFailure });
        // Do not query an unavailable database for translations.
        const translate = await loadTranslator(c.req.raw.headers.get('referer'), !isDatabaseAway(error));
        return errorAnswer(error, key, row, services.log, translate);
      }
    });
  }

  const clientOf = (c: Context) => clientKey(callerOf(c.req.raw.headers, socketOf(c), isTrusted).ip);
  app.route(
    '/media',
    mediaRoutes(services, (c, work) => turns.run(imageKey(clientOf(c)), work)),
  );
  addReference(app, services.env.SITE_URL, (c, work) => turns.run(clientOf(c), work));
  app.notFound(() => errorEnvelope(codes.notFound, 'There is no such endpoint.', 404));
  app.onError((error) => errorAnswer(error, 'unknown', undefined, services.log));
  return app;
}

function socketOf(c: Context<{ Bindings: Bindings }>): string {
  return c.env?.incoming?.socket?.remoteAddress ?? '';
}
