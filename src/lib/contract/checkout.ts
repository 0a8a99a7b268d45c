/** Endpoints that create a checkout from the bag, update it and submit it (R15, R65, R66). */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  checkoutToken,
  clientAmount,
  extras,
  flag,
  id,
  idList,
  money,
  referenceCode,
  text,
} from './fields.ts';
import { checkoutInput, wireCheckout } from './wire-checkout.ts';
import { checkoutGroupInputs } from './wire-checkout-group.ts';

const newCheckout = z.object({ token: z.string(), shop_id: z.number().int(), web_url: z.string() });

export const checkoutEndpoints = {
  'POST /api/v1/checkout': endpoint({
    id: 'API-023',
    summary: 'Prices the bag, checks stock and opens a checkout.',
    body: z.object({
      checkouts: checkoutGroupInputs,
      /** Total displayed in the bag; if the server calculates a different total, the response is error 10209 (R66). */
      total_pay_amount: clientAmount.nullish(),
      /** Where the checkout was started: 1 buy now, 2 bag, 3 recommendation modal. */
      source: z.number().int().min(1).max(3),
      jumpLogin: flag.optional(),
      distinct_id: text(64).default(''),
      timezone_offset: z.number().min(-1440).max(1440).optional(),
      extra_params: extras.optional(),
    }),
    smallBody: true,
    data: z.object({ checkout: newCheckout }),
  }),
  'POST /api/update/checkout/:id': endpoint({
    id: 'API-052',
    summary: 'Saves changed fields of an open checkout and recalculates it.',
    params: z.object({ id: checkoutToken }),
    body: checkoutInput,
    data: wireCheckout,
  }),
  'POST /:shop_id/checkouts/:token': endpoint({
    id: 'API-027',
    summary:
      'Submits the checkout: creates an unpaid order that reserves stock and coupon for up to 15 minutes, within the limits for unpaid orders.',
    params: z.object({ shop_id: id, token: checkoutToken }),
    body: checkoutInput,
    data: z.object({
      order_no: z.string(),
      total_price: money,
      /**
       * Next request that the page must send: `zero` GET payments/zero, `card` POST v1 payments, `redirect` POST v2, `kit` POST v3,
       * `express` POST paypal/quick/capture, `done` none (a local method, or already paid).
       */
      next: z.enum(['zero', 'card', 'redirect', 'kit', 'express', 'done']),
    }),
  }),
  'GET /api/v1/checkout/footer': endpoint({
    id: 'API-053',
    summary: 'Policy articles linked in the checkout footer.',
    query: z.object({ articleIds: idList }),
    /** `content` is sanitised HTML. */
    data: z.array(
      z.object({
        id: z.number().int(),
        title: z.string(),
        content: z.string(),
        /** API extension: handle of the article's page /pages/{seo_url}. */
        seo_url: z.string().optional(),
      }),
    ),
  }),
  'GET /api/v1/checkout/payment/link': endpoint({
    id: 'API-055',
    summary: 'Payment link of an open checkout or unpaid order.',
    query: z.object({ token: referenceCode.max(64) }),
    data: z.object({ web_url: z.string() }),
  }),
  'GET /api/v1/storefront/checkouts/:id': endpoint({
    summary:
      'The checkout with this token, for the checkout page; 10404 if unknown, 10403 if it belongs to another customer (R18).',
    params: z.object({ id: checkoutToken }),
    data: wireCheckout,
  }),
  'GET /api/v1/storefront/checkouts': endpoint({
    summary:
      "The caller's newest checkout that is open, or ordered and unpaid, for /{shop_id}/checkouts (R15); null if there is none.",
    data: newCheckout.nullable(),
  }),
};
