/** Endpoints with which the staff finds, reads and ships orders. */
import { z } from 'zod';
import { listOf, listPage, listSort } from './admin-fields.ts';
import { adminEndpoint } from './endpoint.ts';
import { money, orderNo, text, timestampMs, userTextLine } from './fields.ts';
import { orderStates } from './order-states.ts';
import { wireAddress } from './wire-address.ts';
import { wireTotals } from './wire-order.ts';

/** Subject of an order in the audit log. */
export const orderSubject = (orderNo: string): string => `order ${orderNo}`;

const state = z.enum(orderStates);
const params = z.object({ order_no: orderNo });

export const adminOrderSummary = z.object({
  order_no: z.string(),
  order_time: timestampMs,
  state,
  hold_reason: z.string(),
  email: z.string(),
  name: z.string(),
  total_price: money,
  currency: z.string(),
});

const line = z.object({
  position: z.number().int(),
  title: z.string(),
  variant_option: z.string(),
  sku: z.string(),
  image_url: z.string(),
  quantity: z.number().int(),
  unshipped: z.number().int(),
  price: money,
  discount: money,
  is_gift: z.boolean(),
  is_virtual_item: z.boolean(),
});

const parcel = z.object({
  tracking_num: z.string(),
  tracking_company: z.string(),
  tracking_url: z.string(),
  tracking_update_time: timestampMs,
  delivered_at: timestampMs.nullable(),
  order_info: z.array(
    z.object({ title: z.string(), quantity: z.number().int(), variant_option: z.string() }),
  ),
});

const payment = z.object({
  id: z.number().int(),
  provider: z.string(),
  state: z.string(),
  amount: money,
  currency: z.string(),
  provider_ref: z.string(),
  reason: z.string(),
  created_at: timestampMs,
});

/** What happened to an order, and who did it. */
export const orderEvents = [
  'placed',
  'paid',
  'payment',
  'packed',
  'shipped',
  'delivered',
  'refund',
  'return',
  'email',
  'staff',
  'note',
] as const;

const timelineEvent = z.object({
  at: timestampMs,
  event: z.enum(orderEvents),
  text: z.string(),
  by: z.string(),
});

export const adminOrder = z.object({
  ...adminOrderSummary.shape,
  ...wireTotals.shape,
  version: z.string(),
  phone: z.string(),
  lang: z.string(),
  note: z.string(),
  coupon: z.string(),
  shipping_title: z.string(),
  refunded_amount: money,
  address: wireAddress,
  billing: wireAddress.nullable(),
  lines: z.array(line),
  parcels: z.array(parcel),
  payments: z.array(payment),
  timeline: z.array(timelineEvent),
});

export const adminOrderEndpoints = {
  'GET /api/v1/admin/orders': adminEndpoint({
    summary: 'Lists orders, the newest first. Finds them by the beginning of a number, an email or a name.',
    access: 'orders:read',
    query: z.object({
      ...listPage,
      q: text(100).default(''),
      state: state.optional(),
      sort: listSort(['order_time', 'order_no', 'total_price'], 'order_time:desc'),
    }),
    data: listOf(adminOrderSummary),
  }),
  'GET /api/v1/admin/orders/:order_no': adminEndpoint({
    summary: 'One order with its lines, parcels, payments and timeline.',
    access: 'orders:read',
    params,
    data: adminOrder,
  }),
  'POST /api/v1/admin/orders/:order_no/parcels': adminEndpoint({
    summary: 'Ships a parcel of a paid order, and sends the customer an email about it. Returns the order.',
    access: 'orders:write',
    audit: ({ params: { order_no } }) => orderSubject(order_no),
    params,
    body: z.object({
      version: text(64),
      tracking_num: z
        .string()
        .trim()
        .regex(/^(?:[\w-]{3,60})?$/, "must be 3 to 60 letters, digits and hyphens, or '' for none")
        .default(''),
      tracking_company: userTextLine(60).default(''),
      lines: z
        .array(z.object({ position: z.number().int().min(0), quantity: z.number().int().min(1).max(9999) }))
        .max(500)
        .default([]),
    }),
    data: adminOrder,
  }),
};
