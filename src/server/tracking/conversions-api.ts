/** The calls by which pages tell of conversions that shoppers agreed to (API-100, API-101, TRK-13, TRK-14, R77, R122). */
import * as codes from '#lib/contract/codes.ts';
import type { ShopEventName } from '#lib/contract/tracking.ts';
import { purchaseId } from '#lib/marketing/shop-event.ts';
import { toWire } from '#lib/money/minor.ts';
import { isPaid } from '#lib/orders/status.ts';
import type { Caller } from '../core/caller.ts';
import { Failure } from '../core/failure.ts';
import type { Context, Handlers } from '../core/handler.ts';
import { refusesTracking } from '../core/refuses-tracking.ts';
import { readOrderLines } from '../orders/lines-store.ts';
import { ownedOrder } from '../orders/owned-order.ts';
import { enqueue } from '../queue/enqueue.ts';
import { type Browser, type Conversion, goodsOf, oldest, timeOf, toldUrl } from './conversion.ts';
import { conversionJob } from './conversion-jobs.ts';
import { addConversion } from './conversions-store.ts';
import { internationalDigits } from './hashed-person.ts';
import { metaEvent } from './meta.ts';
import { type ConversionService, conversionServices, readPixels } from './pixel-settings.ts';
import { tiktokEvent } from './tiktok.ts';

/** A call of either row, in one shape. */
interface Told {
  name: ShopEventName;
  id: string;
  at: number | string;
  url: string;
  person: Record<string, unknown>;
  goods: Record<string, unknown>;
  consent: boolean;
}

const writers = { meta: metaEvent, tiktok: tiktokEvent };
/** Where an order is named, by row: for refusals. */
const orderField = { meta: 'custom_data.order_id', tiktok: 'properties.order_id' };
const cookieNames = { meta: ['_fbc', '_fbp'], tiktok: ['ttclid', '_ttp'] } as const;

export const conversionHandlers: Handlers = {
  'POST /fb/pixel/event/conversions': ({ body }, context) =>
    take(context, 'meta', {
      ...{ name: body.event_name, id: body.event_id, at: body.event_time, url: body.url },
      ...{ person: body.user_data, goods: body.custom_data, consent: body.consent },
    }),

  'POST /tiktok/pixel/event/conversions': ({ body }, context) =>
    take(context, 'tiktok', {
      ...{ name: body.event, id: body.event_id, at: body.timestamp, url: body.url },
      ...{ person: body.user, goods: body.properties, consent: body.consent },
    }),
};

/** Stores it and has it forwarded, once; nothing at all where the shopper has not agreed, or the browser says no. */
async function take(
  context: Context,
  service: ConversionService,
  told: Told,
): Promise<Record<string, never>> {
  const { services, caller, now } = context;
  if (!told.consent || refusesTracking(caller)) return {};
  const conversion = await conversionOf(context, service, told);
  // A result page that is opened again after weeks tells of no new sale.
  if (!conversion) return {};
  const pixels = await readPixels(services.db.read);
  const isForwarded = conversionServices(services.env, pixels).includes(service);
  const event = isForwarded ? writers[service](conversion) : null;
  const { id: eventId, name } = conversion;
  await services.db.transaction(async (trx) => {
    if (!(await addConversion(trx, { service, eventId, name, event }, now)) || !event) return;
    const dedupeKey = `${conversionJob}:${service}:${eventId}`;
    await enqueue(trx, { kind: conversionJob, dedupeKey, payload: { service, eventId }, runAt: now });
  });
  return {};
}

async function conversionOf(
  context: Context,
  service: ConversionService,
  told: Told,
): Promise<Conversion | null> {
  const { services, caller, now } = context;
  const text = (key: string) => (typeof told.person[key] === 'string' ? told.person[key] : '');
  const shared = {
    ...{ name: told.name, id: told.id, at: timeOf(told.at, now) },
    url: toldUrl(told.url, services.env.SITE_URL),
    browser: browserOf(caller, service),
  };
  if (told.name === 'Purchase') {
    const purchase = await purchaseOf(context, service, told.goods);
    return purchase && { ...shared, ...purchase };
  }
  const phone = internationalDigits(text('phone'), '') ?? '';
  return { ...shared, goods: goodsOf(told.goods), email: text('email'), phone };
}

/** What was paid is read from the order: a page could say anything. Null for what services take no more. @throws Failure for an order that is not the caller's, or not paid */
async function purchaseOf(context: Context, service: ConversionService, goods: Record<string, unknown>) {
  const orderNo = typeof goods.order_id === 'string' ? goods.order_id : '';
  if (orderNo === '') {
    throw new Failure(codes.badParameter, `${orderField[service]} must name the order of a Purchase.`);
  }
  const order = await ownedOrder(context, orderNo);
  if (!isPaid(order.statusKey)) {
    throw new Failure(codes.badParameter, `${orderField[service]} names an order that is not paid.`);
  }
  if ((order.paidAt ?? context.now) <= context.now - oldest) return null;
  const lines = await readOrderLines(context.services.db.read, order.orderNo);
  const { currency, amounts, email, phone, address } = order;
  return {
    id: purchaseId(order.orderNo),
    at: timeOf(order.paidAt ?? context.now, context.now),
    email,
    phone: internationalDigits(phone || address.phone, address.country_code) ?? '',
    goods: {
      value: toWire(amounts.total, currency),
      currency,
      contents: lines.map(({ productId, quantity, price }) => ({
        ...{ id: String(productId), quantity, price: toWire(price, currency) },
      })),
      order_id: order.orderNo,
    },
  };
}

function browserOf(caller: Caller, service: ConversionService): Browser {
  const [clickId, browserId] = cookieNames[service].map((name) => cookie(caller.header('cookie'), name));
  return {
    ip: caller.ip,
    agent: (caller.header('user-agent') ?? '').slice(0, 512),
    clickId: clickId ?? null,
    browserId: browserId ?? null,
  };
}

/** Of a service's own making; anything longer or stranger is not. */
function cookie(header: string | undefined, name: string): string | null {
  const value = new RegExp(`(?:^|;\\s*)${name}=([\\w.%~-]{1,500})(?:;|$)`).exec(header ?? '')?.[1];
  return value ?? null;
}
