/** Endpoints for the payment status of an order: API-031, 050, 065, 106. */
import * as codes from '#lib/contract/codes.ts';
import { toWire } from '#lib/money/minor.ts';
import { isPaid, isPayable, orderStatus, orderStatusText } from '#lib/orders/status.ts';
import { checkoutPath } from '../../checkout/checkout.ts';
import { deriveLinkToken } from '../../checkout/link-token.ts';
import { Failure } from '../../core/failure.ts';
import type { Handlers } from '../../core/handler.ts';
import type { Services } from '../../core/services.ts';
import { readAccessibleOrder } from '../../orders/accessible-order.ts';
import type { Order } from '../../orders/order.ts';
import { tryAdvancePayment } from '../attempts/advance.ts';
import type { Payment } from '../attempts/payment.ts';
import { refreshOrder } from '../attempts/refresh-order.ts';
import { readPaymentSettings } from '../settings.ts';
import { findPaymentByRef } from '../stores/payments.ts';
import { resetPollTime } from '../stores/polling.ts';

export const statusHandlers: Handlers = {
  'GET /api/v1/pay/status/:id': async ({ params, query }, context) => {
    const found = await readAccessibleOrder(context, params.id, query.token);
    const { order } = await refreshOrder(context.services, found, 'inspect');
    return {
      status_key: order.statusKey,
      order_status: orderStatusText(order.statusKey),
      paid_at: order.paidAt,
    };
  },

  'GET /api/v1/payments/del/pay/status/cache/:id': async ({ params, query }, context) => {
    const order = await readAccessibleOrder(context, params.id, query.token);
    await resetPollTime(context.services.db.write, order.orderNo, context.now);
    return {};
  },

  'POST /api/v1/payments/query/result': async ({ body }, context) => {
    const found = await readAccessibleOrder(context, body.order_no, body.token);
    const { order, latest, isUnderWay, waitsAt } = await refreshOrder(context.services, found, 'confirm');
    return {
      status_key: order.statusKey,
      order_status: orderStatusText(order.statusKey),
      order_no: order.orderNo,
      total_price: toWire(order.amounts.total, order.currency),
      reason: isPaid(order.statusKey) ? '' : refusal(order, latest),
      web_url: checkoutPath(order.shopId, await deriveLinkToken(context.services, order.linkId)),
      is_under_way: isUnderWay || (await isPaidElsewhere(context.services, order)),
      redirect_url: isPaid(order.statusKey) ? '' : waitsAt,
    };
  },

  'GET /api/v1/airwallex/continue/return': async ({ query }, context) => {
    const { order_no: orderNo, payment_intent_id: ref, token } = query;
    if (orderNo) await settleReturn(context, orderNo, ref, token);
    const target = new URL('/pay/result', context.services.env.SITE_URL);
    if (orderNo) target.searchParams.set('order_no', orderNo);
    if (token) target.searchParams.set('token', token);
    return new Response(null, { status: 303, headers: { location: `${target.pathname}${target.search}` } });
  },
};

/** Returns why the latest payment attempt failed; '' if the shopper only abandoned the attempt. */
function refusal(order: Order, latest: Payment | null): string {
  const hasFailed = order.statusKey === orderStatus.failed || latest?.state === 'declined';
  return (hasFailed && latest?.reason) || '';
}

/** Returns whether the order's payment method works without an online provider, such as bank transfer or cash on delivery. */
async function isPaidElsewhere(services: Services, order: Order): Promise<boolean> {
  const { methods } = await readPaymentSettings(services.db.read);
  return methods.some(({ method, flow }) => method === order.paymentMethod && flow === 'local');
}

/**
 * Settles the payment of a shopper who returns from Airwallex, if the caller may access the order. Any other caller is only redirected to
 * the result page.
 * @param ref payment intent id from the return URL, ignored unless it belongs to the order; undefined refreshes all open payment attempts
 * of the order
 */
async function settleReturn(
  context: Parameters<typeof readAccessibleOrder>[0],
  orderNo: string,
  ref?: string,
  token?: string,
): Promise<void> {
  const { services } = context;
  try {
    const order = await readAccessibleOrder(context, orderNo, token);
    if (ref === undefined) {
      await refreshOrder(services, order, 'confirm');
      return;
    }
    const payment = await findPaymentByRef(services.db.read, 'airwallex', ref);
    const provider = services.payments.get('airwallex');
    if (provider && payment?.orderNo === order.orderNo && isPayable(order.statusKey)) {
      await tryAdvancePayment(services, provider, payment, 'confirm');
    }
  } catch (error) {
    const isRefusal = error instanceof Failure;
    if (!isRefusal) throw error;
    const isForeign = error.code === codes.notAllowed || error.code === codes.badLink;
    if (!isForeign) services.log.info({ orderNo, reason: error.message }, 'payment not settled after return');
  }
}
