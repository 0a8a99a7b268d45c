/** PayPal endpoints: configuration, express orders and captures (R23, R24, R60, R64). */
import { z } from 'zod';
import { maxLineQuantity } from './bag-limits.ts';
import { endpoint } from './endpoint.ts';
import {
  bodyId,
  checkoutToken,
  clientAmount,
  email,
  emptyData,
  listLimit,
  money,
  orderNo,
  referenceCode,
  text,
} from './fields.ts';
import { wireAddress } from './wire-address.ts';
import { checkoutGroupInputs, customisationValue } from './wire-checkout-group.ts';

const paid = z.object({
  status: z.enum(['paid', 'authorized', 'pending', 'second_step', 'failed']),
  order_no: z.string(),
});

export const paypalEndpoints = {
  'GET /api/v1/paypal/multiple': endpoint({
    id: 'API-102',
    summary:
      'An available PayPal account of the shop; with a checkout token, one that accepts its amount and country. Null if there is none.',
    query: z.object({ token: referenceCode.max(64).optional() }),
    data: z
      .object({
        id: z.string(),
        /** Type of the PayPal account: 1 direct, 2 hosted. */
        account_type: z.literal([1, 2]),
        client_id: z.string(),
        /** API keys used for PayPal: 1 the shop's own, 2 the platform's. */
        auth_type: z.literal([1, 2]),
        domain: z.string(),
        express_pay_show: z.array(z.enum(['bag', 'detail', 'checkout'])),
        min_amount: money.nullable(),
        max_amount: money.nullable(),
        is_paypal_authorize: z.boolean(),
        product_title: z.string(),
        /** API extension: true if the sandbox simulates PayPal and the shop serves the SDK. */
        test_mode: z.boolean(),
        sdk_url: z.string(),
        currency: z.string(),
      })
      .nullable(),
  }),
  'GET /api/v1/paypal/multiple/avaliable': endpoint({
    id: 'API-068',
    summary: 'Whether the PayPal account can accept payments now.',
    query: z.object({ account_id: text(64).default(''), account_type: text(16).default('') }),
    data: z.object({ available: z.boolean() }),
  }),
  'POST /api/v1/paypal/convenient/order': endpoint({
    id: 'API-038',
    summary: 'Creates a PayPal order for the selected items; data is its id.',
    query: z.object({ amount: z.coerce.number<number | string>().min(0).max(1e9).optional() }),
    body: z.object({
      amount: clientAmount.optional(),
      items: z
        .array(
          z.object({
            quantity: z.number().int().min(1).max(maxLineQuantity),
            pay_amount: clientAmount,
            product_title: text(500).default(''),
            product_id: bodyId,
            /** API extension: id of the variant; default: the product's only variant. */
            variant_id: bodyId.optional(),
            /** API extension: the chosen customisation, which affects the price. */
            tailor_req_list: z.array(customisationValue).max(50).default([]),
          }),
        )
        .max(listLimit),
      /** Where the PayPal button was clicked: 1 bag, 2 product page, 3 checkout, 4 recommendation modal. */
      entrance: z.number().int().min(1).max(4),
      timezone_offset: z.number().min(-1440).max(1440).optional(),
      distinct_id: text(64).default(''),
      payment_product_title: text(255).default(''),
      payment_account_id: text(64).default(''),
      /** Token of the checkout to pay; only for entrance 3. */
      checkout_token: checkoutToken.optional(),
      coupon: text(64).default(''),
      /** API extension: the bag to price (R65), because `items` cannot express sets, gifts or confirmations. */
      checkouts: checkoutGroupInputs.optional(),
    }),
    smallBody: true,
    data: z.string(),
  }),
  'GET /api/v1/paypal/convenient/payer': endpoint({
    id: 'API-039',
    summary: 'The payer’s contact and shipping data from this visitor’s approved PayPal order.',
    query: z.object({ paypal_order_id: referenceCode }),
    data: z.object({ email: z.string(), address: wireAddress, phone: z.string() }),
  }),
  'GET /api/v1/payments/paypal/capture': endpoint({
    id: 'API-037',
    summary: 'Captures an approved PayPal payment; repeated requests capture only once.',
    query: z.object({
      paypal_order_id: referenceCode,
      order_no: orderNo,
      token: referenceCode.max(64).optional(),
    }),
    changesState: true,
    data: paid,
  }),
  'POST /api/v1/payments/paypal/quick/capture': endpoint({
    id: 'API-062',
    summary: 'Captures an express PayPal order after the checkout confirmed it.',
    body: z.object({ paypal_order_id: referenceCode, checkout_token: checkoutToken }),
    data: paid,
  }),
  'POST /api/v1/paypal/email/monitor': endpoint({
    id: 'API-051',
    summary: 'Stores the payer’s email with the order.',
    body: z.object({ order_no: orderNo, email }),
    data: emptyData,
  }),
  'POST /api/v1/paypal/log/save': endpoint({
    id: 'API-061',
    summary: 'Stores a step or error of the PayPal flow.',
    body: z.object({
      paypal_order_id: text(128).default(''),
      step: text(100),
      message: text(2000).default(''),
    }),
    data: emptyData,
  }),
};
