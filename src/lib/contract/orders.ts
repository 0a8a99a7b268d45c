import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  bodyId,
  checkoutToken,
  email,
  emptyData,
  extras,
  money,
  orderNo,
  referenceCode,
  requiredText,
  text,
  userText,
} from './fields.ts';
import { customisationValue } from './wire-checkout-group.ts';
import { wireOrder, wireReminder } from './wire-order.ts';

export const orderEndpoints = {
  'POST /api/v2/order': endpoint({
    id: 'API-030',
    summary: 'Creates the order of a checkout, or returns the one it has.',
    body: z.object({ checkout_token: checkoutToken, payment_method: text(64).default('') }),
    data: z.object({ order_no: z.string(), status_key: z.number().int(), total_price: money }),
  }),
  'POST /api/v1/pre_order': endpoint({
    id: 'API-044',
    summary:
      "Fixes a checkout's amounts before payment and reserves its stock for up to 15 minutes, within the limits for unpaid orders.",
    body: z.object({ checkout_token: checkoutToken }),
    data: z.object({ pre_order_no: z.string(), total_price: money }),
  }),
  'POST /api/presale/order/create': endpoint({
    id: 'API-018',
    summary: 'Creates an order and its checkout for a pre-sale product, without the bag (R33).',
    body: z.object({
      product_id: bodyId,
      variant_id: bodyId,
      quantity: z.number().int().min(1).max(99),
      email: email.default(''),
      custom_props: z.array(customisationValue).max(50).default([]),
    }),
    data: z.object({ order_no: z.string(), web_url: z.string() }),
  }),
  'POST /api/v1/order/extend/:id': endpoint({
    id: 'API-045',
    summary: "Stores an order note or attribution with the visitor's order.",
    params: z.object({ id: orderNo }),
    body: z.object({ note: userText(1000).optional(), extra_params: extras.optional() }),
    data: emptyData,
  }),
  'POST /api/v1/order/payment': endpoint({
    id: 'API-049',
    summary: 'Stores the payment method that the shopper chose for the order.',
    body: z.object({ order_no: orderNo, payment_method: requiredText(64), account_id: text(64).default('') }),
    data: z.object({ order_no: z.string(), payment_id: z.number().int() }),
  }),
  'GET /api/v1/order/lookup': endpoint({
    id: 'API-114',
    summary: 'Reminder fields of this browser’s unpaid order; null if there is none (R79).',
    query: z.object({ order_no: orderNo }),
    data: wireReminder.nullable(),
  }),
  'POST /api/v1/order/lookup': endpoint({
    id: 'API-114',
    summary: 'The whole order by its number and a matching email; null if they do not match (R124).',
    body: z.object({ order_no: text(40), email }),
    data: wireOrder.nullable(),
  }),
  'GET /api/v1/order/:id': endpoint({
    id: 'API-036',
    summary: 'One order, for its owner or a client with its token; others get 10403.',
    params: z.object({ id: orderNo }),
    query: z.object({ token: referenceCode.max(64).optional() }),
    data: wireOrder,
  }),
};
