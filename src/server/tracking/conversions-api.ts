/** Endpoints that record conversions if the shopper has consented (API-100, API-101, TRK-13, TRK-14, R77, R122). */
import * as codes from '#lib/contract/codes.ts';
import type { ShopEventName } from '#lib/contract/tracking.ts';
import { type EventProducts, purchaseId } from '#lib/marketing/shop-event.ts';
import { toWire } from '#lib/money/minor.ts';
import { isPaid } from '#lib/orders/status.ts';
import type { Caller } from '../core/caller.ts';
import { Failure } from '../core/failure.ts';
import type { Context, Handlers } from '../core/handler.ts';
import { optsOutOfTracking } from '../core/opts-out-of-tracking.ts';
import { readAccessibleOrder } from '../orders/accessible-order.ts';
import { readOrderLines } from '../orders/lines-store.ts';
import { enqueue } from '../queue/enqueue.ts';
import {
  type BrowserIdentity,
  type Conversion,
  eventUrl,
  maxEventAgeMs,
  parseEventContents,
  parseEventTime,
  parseSearchQuery,
} from './conversion.ts';
import { type ConversionPayload, conversionJob } from './conversion-jobs.ts';
import { addConversion } from './conversions-store.ts';
import { internationalDigits } from './hash-contact-data.ts';
import { metaEvent } from './meta.ts';
import { type ConversionService, conversionServices, readPixels } from './pixel-settings.ts';
import { isVisitTrackingEnabled } from './settings.ts';
import { tiktokEvent } from './tiktok.ts';
import { checkoutProducts, readEventProducts } from './verified-products.ts';

/** Request body of both endpoints, in a common format. */
interface ConversionBody {
  name: ShopEventName;
  id: string;
  at: number | string;
  url: string;
  person: Record<string, unknown>;
  eventData: Record<string, unknown>;
  consent: boolean;
  /** Session id; '' if the page sends none. */
  session: string;
}

const writers = { meta: metaEvent, tiktok: tiktokEvent };
/** Request field that contains the order number, for error messages. */
const orderField = { meta: 'custom_data.order_id', tiktok: 'properties.order_id' };
const cookieNames = { meta: ['_fbc', '_fbp'], tiktok: ['ttclid', '_ttp'] } as const;

export const conversionHandlers: Handlers = {
  'POST /fb/pixel/event/conversions': ({ body }, context) =>
    recordConversion(context, 'meta', {
      ...{ name: body.event_name, id: body.event_id, at: body.event_time, url: body.url },
      ...{ person: body.user_data, eventData: body.custom_data, consent: body.consent },
      session: body.session_id ?? '',
    }),

  'POST /tiktok/pixel/event/conversions': ({ body }, context) =>
    recordConversion(context, 'tiktok', {
      ...{ name: body.event, id: body.event_id, at: body.timestamp, url: body.url },
      ...{ person: body.user, eventData: body.properties, consent: body.consent },
      session: body.session_id ?? '',
    }),
};

/**
 * Delay before the server checks whether the session of an event has page views, ms. Pages send their page view with the first
 * events, and the view is written within a second (tracking/batch-recorder.ts).
 */
const viewDelay = 5000;

/**
 * Stores a conversion and queues it for forwarding; repeated conversions are ignored. Does nothing without consent or if the
 * browser opts out of tracking.
 */
async function recordConversion(
  context: Context,
  service: ConversionService,
  body: ConversionBody,
): Promise<Record<string, never>> {
  const { services, caller, now } = context;
  if (!body.consent || optsOutOfTracking(caller)) return {};
  const conversion = await conversionOf(context, service, body);
  // Ignore the event: the shop's data disproves it, or the order was paid more than a week ago.
  if (!conversion) return {};
  const pixels = await readPixels(services.db.read);
  // Require page views as proof of an event, except for purchases, which the paid order proves, and in shops without visit
  // tracking, which store no page views.
  const needsViews = body.name !== 'Purchase' && (await isVisitTrackingEnabled(services.db.read));
  const session = needsViews ? body.session : null;
  const isForwarded = session !== '' && conversionServices(services.env, pixels).includes(service);
  const event = isForwarded ? writers[service](conversion) : null;
  const { id: eventId, name } = conversion;
  await services.db.transaction(async (trx) => {
    if (!(await addConversion(trx, { service, eventId, name, event }, now)) || !event) return;
    const dedupeKey = `${conversionJob}:${service}:${eventId}`;
    const payload: ConversionPayload = { service, eventId, session };
    const runAt = session === null ? now : now + viewDelay;
    await enqueue(trx, { kind: conversionJob, dedupeKey, payload, runAt });
  });
  return {};
}

async function conversionOf(
  context: Context,
  service: ConversionService,
  body: ConversionBody,
): Promise<Conversion | null> {
  const { services, caller, now } = context;
  const shared = {
    ...{ name: body.name, id: body.id, at: parseEventTime(body.at, now) },
    url: eventUrl(body.url, services.env.SITE_URL),
    browser: browserOf(caller, service),
  };
  if (body.name === 'Purchase') {
    const purchase = await purchaseOf(context, service, body.eventData);
    return purchase && { ...shared, ...purchase };
  }
  const products = await readVerifiedProducts(context, body);
  return products && { ...shared, products, email: emailOf(body), phone: '' };
}

/**
 * Returns the email address of a newsletter signup; '' for other events, which could contain the address of a person who never
 * consented.
 */
function emailOf({ name, person }: ConversionBody): string {
  return name === 'Subscribe' && typeof person.email === 'string' ? person.email : '';
}

/** Returns the products and amounts of an event from the shop's own data; null if this data disproves the event. */
async function readVerifiedProducts(
  context: Context,
  { name, eventData, url }: ConversionBody,
): Promise<EventProducts | null> {
  if (name === 'ViewContent' || name === 'AddToCart')
    return readEventProducts(context, parseEventContents(eventData));
  if (name === 'InitiateCheckout' || name === 'AddPaymentInfo') return checkoutProducts(context, url);
  return name === 'Search' ? parseSearchQuery(eventData) : {};
}

/**
 * Reads a purchase from the client's paid order, never from data sent by the page; null if it is too old for the services.
 * @throws Failure for other orders
 */
async function purchaseOf(context: Context, service: ConversionService, eventData: Record<string, unknown>) {
  const orderNo = typeof eventData.order_id === 'string' ? eventData.order_id : '';
  if (orderNo === '') {
    throw new Failure(codes.badParameter, `${orderField[service]} must be the order number of a Purchase.`);
  }
  const order = await readAccessibleOrder(context, orderNo);
  if (!isPaid(order.statusKey)) {
    throw new Failure(codes.badParameter, `${orderField[service]} is an order that is not paid.`);
  }
  if ((order.paidAt ?? context.now) <= context.now - maxEventAgeMs) return null;
  const lines = await readOrderLines(context.services.db.read, order.orderNo);
  const { currency, amounts, email, phone, address } = order;
  return {
    id: purchaseId(order.orderNo),
    at: parseEventTime(order.paidAt ?? context.now, context.now),
    email,
    phone: internationalDigits(phone || address.phone, address.country_code) ?? '',
    products: {
      value: toWire(amounts.total, currency),
      currency,
      contents: lines.map(({ productId, quantity, price }) => ({
        ...{ id: String(productId), quantity, price: toWire(price, currency) },
      })),
      order_id: order.orderNo,
    },
  };
}

function browserOf(caller: Caller, service: ConversionService): BrowserIdentity {
  const [clickId, browserId] = cookieNames[service].map((name) => cookie(caller.header('cookie'), name));
  return {
    ip: caller.ip,
    agent: (caller.header('user-agent') ?? '').slice(0, 512),
    clickId: clickId ?? null,
    browserId: browserId ?? null,
  };
}

/** Returns the value of a cookie set by an advertising service; null if it is missing, too long or malformed. */
function cookie(header: string | undefined, name: string): string | null {
  const value = new RegExp(`(?:^|;\\s*)${name}=([\\w.%~-]{1,500})(?:;|$)`).exec(header ?? '')?.[1];
  return value ?? null;
}
