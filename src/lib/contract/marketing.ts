/** Endpoints for popups, recommendations, marketing events and purchase notices. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { bodyId, email, emptyData, id, referenceCode, requestIds, text, timestampMs } from './fields.ts';
import { productCard } from './product.ts';
import { wireProduct } from './wire-product.ts';

/** A popup or announcement bar (POP-02 to POP-11, R52); fields without a value are absent. */
const wirePopup = z.object({
  id: z.number().int(),
  type: z.number().int().min(1).max(8),
  /** Sanitised HTML. */
  html_content: z.string(),
  heading: z.string(),
  display_frequency: z.number().int(),
  display_times: z.number().int(),
  display_type: z.number().int(),
  /** Pages that display the popup: `all`, or a list of page types. */
  display_page: z.union([z.literal('all'), z.array(z.string())]),
  trigger_type: z.number().int(),
  delay_time: z.number(),
  delay_unit: z.number().int(),
  trigger_event_first: z.string().optional(),
  trigger_event_second: z.string().optional(),
  trigger_event_second_time: z.number().optional(),
  trigger_event_second_time_unit: z.number().int().optional(),
  json_config: z.record(z.string(), z.unknown()),
});

/** Settings of purchase notices (NOTICE-02, R56); times are in seconds. */
const purchases = z.object({
  basicConfigResponse: z.object({
    enabled: z.boolean(),
    specifyPages: z.union([z.literal('all'), z.array(z.string())]),
    purchaseNoticeConfig: z.object({
      durationTime: z.number(),
      intervalTime: z.number(),
      animateTime: z.number(),
      xAxis: z.number(),
      yAxis: z.number(),
      positionInfo: z.string(),
    }),
    productOrigin: z.number().int(),
    products: z.array(z.object({ title: z.string(), imageUrl: z.string(), seoUrl: z.string() })),
    displayTextJson: z.string(),
    displayDateType: z.number().int(),
    popFramePreview: z.object({ templateStr: z.string(), templateImg: z.string(), styleJson: z.string() }),
  }),
  shopVirtualCustomerVos: z.array(
    z.object({
      name: z.string(),
      country: z.string(),
      countryName: z.string(),
      title: z.string(),
      imageUrl: z.string(),
      seoUrl: z.string(),
      state: z.string(),
      sku: z.string(),
      orderTime: z.number().int(),
    }),
  ),
});

const waitCode = z.string().min(1, 'must not be blank').max(200);
const stockWait = z.object({
  /** State of the back-in-stock request. asked: not confirmed yet; confirmed: waiting for stock; mailed: notification sent. */
  state: z.enum(['asked', 'confirmed', 'mailed']),
  title: z.string(),
  /** Option values, such as `Oat / Small`; '' for a product with one variant. */
  variant: z.string(),
  /** URL of the product; '' if the shop no longer sells the product. */
  url: z.string(),
});
export type WireBackInStockRequest = z.output<typeof stockWait>;

/** A popup event of a client. `begin_time`: first occurrence (ms UTC); `due`: true if the popup that the event triggers is due. */
const popupEvent = z.object({ event: z.string(), begin_time: z.number().int(), due: z.boolean() });

export const marketingEndpoints = {
  'GET /api/v1/popups': endpoint({
    id: 'API-096',
    summary:
      'Active popups with a trigger event and active popups of type 8, with the stored events of the client with this distinct_id.',
    query: z.object({ distinct_id: text(64).default('') }),
    data: z.array(wirePopup.extend({ events: z.array(popupEvent).optional() })),
  }),
  'GET /api/v1/normal-popups': endpoint({
    id: 'API-097',
    summary: 'Active popups that open after a delay or on exit intent, and announcement bars.',
    data: z.array(wirePopup),
  }),
  'POST /api/v1/popups/getEvent': endpoint({
    id: 'API-098',
    summary: 'Stores the earliest time of each popup event and returns the popups that are due.',
    body: z.object({
      distinct_id: referenceCode.max(64),
      events: z.array(z.object({ popup_id: bodyId, event: text(32), begin_time: timestampMs })).max(1000),
    }),
    data: z.array(popupEvent.extend({ popup_id: z.number().int() })),
  }),
  'GET /api/v1/recommend/status/:id': endpoint({
    id: 'API-087',
    summary: 'The on/off settings of the recommendations.',
    params: z.object({ id }),
    data: z.object({ status: z.boolean(), add_to_cart_status: z.boolean(), cart_status: z.boolean() }),
  }),
  'POST /api/v1/recommend/match': endpoint({
    id: 'API-088',
    summary: 'Recommendation lists for this page, at most 10, in display order.',
    body: z.object({ values: requestIds, page_type: z.literal([1, 2, 3, 4]) }),
    data: z.object({ recommend_ids: z.array(z.number().int()) }),
  }),
  'POST /api/v1/recommend/detail': endpoint({
    id: 'API-089',
    summary: 'One recommendation list with its products.',
    body: z.object({ recommend_id: bodyId, current_product_ids: requestIds.default([]) }),
    data: z.object({
      recommend_id: z.number().int(),
      product_info_list: z.array(wireProduct),
      style_json_config: z.object({ title: z.string(), imgSize: z.string() }),
    }),
  }),
  'GET /api/v1/storefront/recommendation': endpoint({
    summary:
      'Cards of a recommendation list; more than are displayed, because the browser leaves out products that are already on the page.',
    query: z.object({ id }),
    data: z.object({
      title: z.string(),
      img_size: productCard.shape.img_size,
      /** Maximum number of cards to display. */
      limit: z.number().int(),
      /** Id of the collection that the products come from, 0 for none. */
      collection_id: z.number().int(),
      product_list: z.array(productCard),
    }),
  }),
  'POST /api/v1/atmosphere/events': endpoint({
    id: 'API-103',
    summary: 'Marketing events configured for these names and this product.',
    body: z.object({
      events: z.array(text(64)).max(100),
      product_id: bodyId.nullish(),
      variant_id: bodyId.nullish(),
    }),
    data: z.array(
      z.object({
        event: z.string(),
        /** 1 text note, 2 button animation, 3 countdown. */
        type: z.literal([1, 2, 3]),
        title: z.string(),
        params: z.object({
          fontDisplay: z
            .object({ color: z.string(), fontSize: z.number(), bgColor: z.string() })
            .partial()
            .optional(),
          iconClass: z.string().optional(),
          countdownDisplay: z.string().optional(),
          minutes: z.number().optional(),
          endingTitle: z.string().optional(),
        }),
      }),
    ),
  }),
  'GET /api/v2/purchase/barrage/configuration/virtual/customer/get': endpoint({
    id: 'API-019',
    summary: 'Settings and recent purchases for the scrolling messages of the product page.',
    data: purchases,
  }),
  'GET /api/v2/recently/purchase/popup/configuration/virtual/customer/get': endpoint({
    id: 'API-105',
    summary: 'Settings and recent purchases of the corner notice.',
    data: purchases,
  }),
  'POST /api/v1/storefront/back-in-stock': endpoint({
    summary:
      'Requests an email when a sold-out variant is back in stock; the link in a confirmation email activates it. The response is the same if the email is already on the waiting list.',
    body: z.object({ variant_id: bodyId, email }),
    data: emptyData,
  }),
  'GET /api/v1/storefront/back-in-stock': endpoint({
    summary: 'The back-in-stock request that the code from an email belongs to; changes nothing.',
    query: z.object({ code: waitCode }),
    data: stockWait,
  }),
  'POST /api/v1/storefront/back-in-stock/confirm': endpoint({
    summary: 'Confirms the request that the code belongs to and adds the email to the waiting list.',
    body: z.object({ code: waitCode }),
    data: stockWait,
  }),
  'GET /api/v1/storefront/back-in-stock/forget': endpoint({
    summary:
      'Redirects from an email to the page where the email can be removed from the waiting list; changes nothing.',
    query: z.object({ code: waitCode }),
    raw: true,
    data: emptyData,
  }),
  'POST /api/v1/storefront/back-in-stock/forget': endpoint({
    summary: 'Removes the email that the code belongs to from all waiting lists (one click, RFC 8058).',
    query: z.object({ code: waitCode }),
    raw: true,
    foreign: true,
    data: emptyData,
  }),
};
