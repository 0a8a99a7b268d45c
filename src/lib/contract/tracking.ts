/** Endpoints for sessions, page views, load times and conversions (R77, R82, R85). */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { emptyData, extras, requiredText, text, timestampMs, url } from './fields.ts';

const label = text(64);
const milliseconds = z.number().int().min(0).max(86_400_000);
const eventName = z.enum([
  'PageView',
  'ViewContent',
  'Search',
  'AddToCart',
  'InitiateCheckout',
  'AddPaymentInfo',
  'Purchase',
  'Subscribe',
]);
export type ShopEventName = z.output<typeof eventName>;

/** True if the shopper has consented (R122); otherwise the event is neither stored nor forwarded. */
const consent = z.boolean().default(false);
/** Session of the event: the server forwards only events of sessions that have page views. */
const session_id = label.nullish();
/**
 * Product data of an event: `value`, `contents` of {id, quantity, price}, `query`, `order_id`. Prices are used only to identify variants.
 */
const custom = z
  .record(
    z.string().max(64),
    z.union([text(1000), z.number(), z.boolean(), z.null(), z.array(extras).max(200)]),
  )
  .refine((value) => Object.keys(value).length <= 50, 'has too many entries')
  .default({});

export const trackingEndpoints = {
  'POST /api/v1/session': endpoint({
    id: 'API-091',
    summary: 'Stores a session; the same session_id updates it.',
    body: z.object({
      session_id: requiredText(64),
      session_start_time: timestampMs,
      client_id: label,
      landing_page: url,
      last_act_time: timestampMs,
      utm_source: text().nullish(),
      utm_campaign: text().nullish(),
      utm_medium: text().nullish(),
      utm_term: text().nullish(),
      utm_content: text().nullish(),
      mc_cid: text().nullish(),
      mc_eid: text().nullish(),
      one_id: label.nullish(),
      referer: url.nullish(),
      extra_params: extras.optional(),
    }),
    smallBody: true,
    data: z.object({ session_id: z.string() }),
  }),
  'POST /api/v1/page/view': endpoint({
    id: 'API-094',
    summary: 'Stores a page view.',
    body: z.object({
      one_id: label.nullish(),
      session_id: requiredText(64),
      client_id: label,
      referer: url.nullish(),
      first_paint_time: z.number().min(0).max(86_400_000).nullish(),
      ready_time: z.number().min(0).max(86_400_000).nullish(),
      current_url: url,
      page_type: text(32),
      extra_params: extras.optional(),
    }),
    smallBody: true,
    data: emptyData,
  }),
  'POST /api/v1/page/performance': endpoint({
    id: 'API-113',
    summary: 'Stores how long a page took to load.',
    body: z.object({
      session_id: requiredText(64),
      current_url: url,
      redirect: milliseconds,
      domain_lookup: milliseconds,
      connect: milliseconds,
      request: milliseconds,
      duration: milliseconds,
    }),
    smallBody: true,
    data: emptyData,
  }),
  'POST /fb/pixel/event/conversions': endpoint({
    id: 'API-100',
    summary: 'Stores a conversion once per event_id and forwards it if the shop has set a key.',
    body: z.object({
      event_name: eventName,
      event_id: requiredText(128),
      event_time: timestampMs,
      url,
      user_data: extras.default({}),
      custom_data: custom,
      consent,
      session_id,
    }),
    data: emptyData,
  }),
  'POST /tiktok/pixel/event/conversions': endpoint({
    id: 'API-101',
    summary: 'Stores a conversion once per event_id and forwards it if the shop has set a key.',
    body: z.object({
      event: eventName,
      event_id: requiredText(128),
      timestamp: z.union([timestampMs, text(40)]),
      url,
      user: extras.default({}),
      properties: custom,
      consent,
      session_id,
    }),
    data: emptyData,
  }),
};

type Body<Key extends keyof typeof trackingEndpoints> = z.input<(typeof trackingEndpoints)[Key]['body']>;

/** Request body that the browser sends for a session; PageViewBody is the request body for a page view. */
export type SessionBody = Body<'POST /api/v1/session'>;
export type PageViewBody = Body<'POST /api/v1/page/view'>;
