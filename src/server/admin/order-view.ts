/** Collects one order for the staff: its contents, payments and what happened to it. */

import { orderSubject } from '#lib/contract/admin-orders.ts';
import type { ResponseData } from '#lib/contract/endpoint.ts';
import type { Endpoints } from '#lib/contract/table.ts';
import { toWire } from '#lib/money/minor.ts';
import { formatLineText } from '#lib/orders/line-text.ts';
import { orderState } from '#lib/orders/order-state.ts';
import type { Queryable } from '../db/database.ts';
import { countUnshippedUnits } from '../orders/fulfillment.ts';
import { readOrderLines, readParcels } from '../orders/lines-store.ts';
import { orderVersion } from '../orders/merchant-store.ts';
import type { Order, OrderLine, Parcel } from '../orders/order.ts';
import { type Refund, readRefunds } from '../orders/refunds-store.ts';
import { type OrderReturn, readReturns } from '../orders/returns-store.ts';
import { recipientName } from '../orders/staff-orders-store.ts';
import { readTrackingUrl } from '../orders/tracking.ts';
import { wireSums } from '../orders/wire.ts';
import type { Payment } from '../payments/attempts/payment.ts';
import { readPaymentNotes } from '../payments/stores/notes.ts';
import { readOrderPayments } from '../payments/stores/payments.ts';
import { type OrderAuditEntry, parseShipment, readOrderAudit, shipEndpoint } from './order-audit-store.ts';

export type OrderView = ResponseData<Endpoints['GET /api/v1/admin/orders/:order_no']>;
type TimelineEvent = OrderView['timeline'][number];

export async function viewOrder(db: Queryable, order: Order): Promise<OrderView> {
  const { orderNo, currency } = order;
  const [bought, parcels, refunds, payments, notes, returns, emails, audit, trackingUrl] = await Promise.all([
    readOrderLines(db, orderNo),
    readParcels(db, orderNo),
    readRefunds(db, orderNo),
    readOrderPayments(db, orderNo),
    readPaymentNotes(db, orderNo),
    readReturns(db, orderNo),
    readOrderEmails(db, orderNo),
    readOrderAudit(db, orderSubject(orderNo)),
    readTrackingUrl(db),
  ]);
  const amount = (minor: number) => toWire(minor, currency);
  const unshipped = countUnshippedUnits({ bought, parcels, refunds });
  return {
    ...summariseOrder({
      ...order,
      status: order.statusKey,
      total: order.amounts.total,
      name: recipientName(order.address),
    }),
    ...wireSums(order.amounts, currency),
    version: orderVersion(order, parcels, refunds),
    phone: order.phone,
    lang: order.lang,
    note: order.note,
    coupon: order.coupon,
    shipping_title: order.shippingTitle,
    refunded_amount: amount(
      refunds.reduce((sum, { state, amount }) => sum + (state === 'sent' ? amount : 0), 0),
    ),
    address: order.address,
    billing: order.billing,
    lines: bought.map((line) => ({
      position: line.position,
      title: line.title,
      variant_option: line.variantOption,
      sku: line.sku,
      image_url: line.imageUrl,
      quantity: line.quantity,
      unshipped: line.isVirtual ? 0 : (unshipped.get(line.position) ?? 0),
      price: amount(line.price),
      discount: amount(line.discount),
      is_gift: line.isGift,
      is_virtual_item: line.isVirtual,
    })),
    parcels: parcels.map((parcel) => wireParcel(parcel, bought, trackingUrl)),
    payments: payments.map((payment) => ({
      id: payment.id,
      provider: payment.provider,
      state: payment.state,
      amount: toWire(payment.amount, payment.currency),
      currency: payment.currency,
      provider_ref: payment.providerRef,
      reason: payment.reason,
      created_at: payment.createdAt,
    })),
    timeline: buildStaffTimeline({ order, parcels, refunds, payments, notes, returns, emails, audit }),
  };
}

/** Converts an order to a row of the staff's list. */
export function summariseOrder(order: {
  orderNo: string;
  orderTime: number;
  status: number;
  holdReason: string;
  email: string;
  name: string;
  total: number;
  currency: string;
}) {
  return {
    order_no: order.orderNo,
    order_time: order.orderTime,
    state: orderState(order.status, order.holdReason),
    hold_reason: order.holdReason,
    email: order.email,
    name: order.name,
    total_price: toWire(order.total, order.currency),
    currency: order.currency,
  };
}

function wireParcel(
  parcel: Parcel,
  bought: readonly OrderLine[],
  trackingUrl: string,
): OrderView['parcels'][number] {
  const { trackingNum } = parcel;
  return {
    tracking_num: trackingNum,
    tracking_company: parcel.trackingCompany,
    tracking_url: trackingNum && trackingUrl.replaceAll('{number}', encodeURIComponent(trackingNum)),
    tracking_update_time: parcel.trackingUpdateTime,
    delivered_at: parcel.deliveredAt,
    order_info: parcel.orderInfo.map(({ title, quantity, position }) => ({
      title,
      quantity,
      variant_option: bought.find((line) => line.position === position)?.variantOption ?? '',
    })),
  };
}

interface OrderEmail {
  subject: string;
  at: number;
}

/** Returns the emails that were sent about the order. */
async function readOrderEmails(db: Queryable, orderNo: string): Promise<OrderEmail[]> {
  const rows = await Promise.all(
    ['order-confirmation', 'order-shipped', 'order-refunded', 'order-return'].map((kind) =>
      db
        .selectFrom('mails')
        .select(['subject', 'sent_at'])
        .where('dedupe_key', '>=', `${kind}:${orderNo}`)
        // The character after ':', so that keys with a further part are found and those of a longer order number are not.
        .where('dedupe_key', '<', `${kind}:${orderNo};`)
        .where('sent_at', 'is not', null)
        .execute(),
    ),
  );
  return rows.flat().map(({ subject, sent_at }) => ({ subject, at: sent_at ?? 0 }));
}

interface TimelineSources {
  order: Order;
  parcels: readonly Parcel[];
  refunds: readonly Refund[];
  payments: readonly Payment[];
  notes: readonly { kind: string; message: string; at: number }[];
  returns: readonly OrderReturn[];
  emails: readonly OrderEmail[];
  audit: readonly OrderAuditEntry[];
}

/** Returns what happened to an order, the newest first. Acts of the staff have their name. */
function buildStaffTimeline(sources: TimelineSources): TimelineEvent[] {
  const { order, parcels, refunds, payments, notes, returns, emails, audit } = sources;
  const event = (at: number, name: TimelineEvent['event'], text = '', by = ''): TimelineEvent => ({
    ...{ at, event: name, text, by },
  });
  const shipments = audit
    .filter(({ endpoint }) => endpoint === shipEndpoint)
    .map(({ details, by }) => ({ by, sentAt: parseShipment(details).sent_at }));
  const shippedBy = (parcel: Parcel) =>
    shipments.find(({ sentAt }) => sentAt === parcel.trackingUpdateTime)?.by ?? '';
  const label = (parcel: Parcel) => [parcel.trackingCompany, parcel.trackingNum].filter(Boolean).join(' ');
  const money = (minor: number, currency: string) => `${toWire(minor, currency)} ${currency}`;
  const events = [
    event(order.orderTime, 'placed'),
    ...(order.paidAt === null ? [] : [event(order.paidAt, 'paid')]),
    ...(order.packedAt === null ? [] : [event(order.packedAt, 'packed')]),
    ...payments
      .filter(({ state }) => state !== 'captured')
      .map(({ updatedAt, state, provider, reason }) =>
        event(updatedAt, 'payment', [provider, state, reason].filter(Boolean).join(' ')),
      ),
    ...parcels.flatMap((parcel) => [
      event(
        parcel.trackingUpdateTime,
        'shipped',
        [
          label(parcel),
          `(${parcel.orderInfo.map(({ quantity, title }) => formatLineText(quantity, title, '')).join(', ')})`,
        ]
          .filter(Boolean)
          .join(' '),
        shippedBy(parcel),
      ),
      ...(parcel.deliveredAt === null ? [] : [event(parcel.deliveredAt, 'delivered', label(parcel))]),
    ]),
    ...refunds.map(({ updatedAt, amount, currency, reason }) =>
      event(updatedAt, 'refund', [money(amount, currency), reason].filter(Boolean).join(' ')),
    ),
    ...returns.map(({ createdAt, message }) => event(createdAt, 'return', message)),
    ...emails.map(({ at, subject }) => event(at, 'email', subject)),
    ...notes.map(({ at, kind, message }) => event(at, 'note', `${kind} ${message}`)),
    ...audit
      .filter(({ endpoint }) => endpoint !== shipEndpoint)
      .map(({ at, endpoint, by }) => event(at, 'staff', endpoint, by)),
  ];
  return events.sort((one, other) => other.at - one.at);
}
