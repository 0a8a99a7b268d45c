/** Endpoints that pay an order: API-024 to API-026, 028, 029, 056, 064. */
import * as codes from '#lib/contract/codes.ts';
import { isPaid } from '#lib/orders/status.ts';
import { checkoutPath } from '../../checkout/checkout.ts';
import { deriveLinkToken } from '../../checkout/link-token.ts';
import { readCheckout } from '../../checkout/store.ts';
import { anonymousCaller } from '../../core/caller.ts';
import { Failure } from '../../core/failure.ts';
import type { Context, Handlers } from '../../core/handler.ts';
import type { Services } from '../../core/services.ts';
import { checkOrderAccess, isOwner } from '../../orders/access.ts';
import { readAccessibleOrder } from '../../orders/accessible-order.ts';
import { assertComplete } from '../../orders/hold.ts';
import type { Order } from '../../orders/order.ts';
import { selectOrder, selectOrderOfCheckout } from '../../orders/store.ts';
import { tryAdvancePayment } from '../attempts/advance.ts';
import { isOpenAttempt } from '../attempts/payment.ts';
import { refreshOrder } from '../attempts/refresh-order.ts';
import { settleCapturedPayment } from '../attempts/settle.ts';
import { simulatePayment } from '../attempts/simulate.ts';
import {
  requireProvider,
  type StartedPayment,
  type StartPaymentRequest,
  startPayment,
} from '../attempts/start.ts';
import { mayUseSandbox } from '../providers.ts';
import { findPaymentByRef, readOrderPayments } from '../stores/payments.ts';
import { alreadyPaidResponse, paymentResponseOrThrow } from './payment-response.ts';

/** Returns the URLs to which the provider sends the shopper back: always pages of this shop, to prevent open redirects. */
async function returnUrls(services: Services, order: Order, requestedUrl = '') {
  const siteUrl = services.env.SITE_URL;
  const parsedUrl = URL.parse(requestedUrl, siteUrl);
  const result = `${siteUrl}/pay/result?order_no=${encodeURIComponent(order.orderNo)}`;
  return {
    returnUrl: requestedUrl !== '' && parsedUrl?.origin === new URL(siteUrl).origin ? parsedUrl.href : result,
    cancelUrl: `${siteUrl}${checkoutPath(order.shopId, await deriveLinkToken(services, order.linkId))}`,
  };
}

/** Starts a payment for the caller's order. @throws Failure 50002 if the order is already paid */
export async function startCallerPayment(
  context: Context,
  body: { order_no: string; provider: string; account_id: string },
  how: Pick<StartPaymentRequest, 'flow' | 'cardToken' | 'checkRef'>,
  returnUrl = '',
): Promise<StartedPayment> {
  const order = await readAccessibleOrder(context, body.order_no);
  if (isPaid(order.statusKey)) throw new Failure(codes.alreadyPaid, 'This order is already paid.');
  return startPayment(context.services, {
    orderNo: order.orderNo,
    provider: body.provider,
    accountId: body.account_id,
    ...how,
    ...(await returnUrls(context.services, order, returnUrl)),
  });
}

export const payHandlers: Handlers = {
  'POST /api/v1/payments/': async ({ body }, context) => {
    const result = await startCallerPayment(context, body, { flow: 'charge', cardToken: body.card_token });
    const redirect_url = result.status === 'second_step' ? result.redirectUrl : '';
    return { ...paymentResponseOrThrow(result, body.order_no), redirect_url };
  },

  'POST /api/v2/payments/': async ({ body }, context) => {
    const result = await startCallerPayment(context, body, { flow: 'redirect' }, body.return_url);
    return { redirect_url: result.redirectUrl, status: paymentResponseOrThrow(result, body.order_no).status };
  },

  'POST /api/v3/payments/': async ({ body }, context) => {
    const returnPath = context.services.payments.get(body.provider)?.returnPath;
    const back = returnPath && `${returnPath}?order_no=${encodeURIComponent(body.order_no)}`;
    const result = await startCallerPayment(context, body, { flow: 'kit' }, back);
    // PayPal's browser SDK needs the id of the PayPal order; a card form needs the client secret of its payment.
    const [payment] = await readOrderPayments(context.services.db.read, body.order_no);
    return {
      client_secret: result.clientSecret || (payment?.providerRef ?? ''),
      status: paymentResponseOrThrow(result, body.order_no).status,
      transaction_id: result.providerRef,
    };
  },

  'POST /api/v1/payments/continue': async ({ body }, context) => {
    const order = await readAccessibleOrder(context, body.order_no);
    const paid = alreadyPaidResponse(order);
    if (paid) return paid;
    const payment = (await readOrderPayments(context.services.db.read, order.orderNo)).find(
      (entry) => entry.providerRef === body.transaction_id,
    );
    if (!payment) throw new Failure(codes.notFound, 'This order has no such payment.');
    const provider = requireProvider(context.services, payment.provider);
    return paymentResponseOrThrow(
      await tryAdvancePayment(context.services, provider, payment, 'confirm'),
      order.orderNo,
    );
  },

  'GET /api/v1/payments/zero/:id': async ({ params, query }, context) => {
    const order = await readAccessibleOrder(context, params.id, query.token);
    const paid = alreadyPaidResponse(order);
    if (paid) return paid;
    assertComplete(order);
    if (order.amounts.total !== 0) {
      throw new Failure(
        codes.badParameter,
        'This order is not free of charge. Please choose a payment method.',
      );
    }
    const settlement = await settleCapturedPayment(context.services, {
      orderNo: order.orderNo,
      provider: 'zero',
      providerRef: `zero-${order.orderNo}`,
      captureRef: `zero-${order.orderNo}`,
      amount: 0,
      currency: order.currency,
      payee: '',
      expectedPayee: '',
    });
    return { status: settlement === 'on-hold' ? 'failed' : 'paid', order_no: order.orderNo };
  },

  'GET /api/v1/payments/simulatedPay/:id': async ({ params, query }, context) => {
    const { services } = context;
    if (!mayUseSandbox(services.env) || !services.payments.has('simulated')) {
      throw new Failure(codes.notAllowed, 'Simulated payments are available in test mode only.');
    }
    const order = await readAccessibleOrder(context, params.id, query.token);
    const paid = alreadyPaidResponse(order);
    if (paid) return paid;
    const { status } = await simulatePayment(
      services,
      order,
      query.result,
      await returnUrls(services, order),
    );
    return { status, order_no: order.orderNo };
  },

  'POST /api/v1/checkout/payment/capture': async ({ body }, context) => {
    const { services } = context;
    const db = services.db.read;
    const order = await orderOfToken(context, body.token, String(body.payment_id));
    if (!order) throw new Failure(codes.notFound, 'There is no such order.');
    const paid = alreadyPaidResponse(order);
    if (paid) return paid;
    const payment = (await readOrderPayments(db, order.orderNo)).find(
      ({ id, providerRef }) => String(id) === String(body.payment_id) || providerRef === body.payment_id,
    );
    if (!payment) throw new Failure(codes.notFound, 'This order has no such payment.');
    if (!isOpenAttempt(payment.state)) {
      const { order: after } = await refreshOrder(services, order, 'inspect');
      return { status: isPaid(after.statusKey) ? 'paid' : 'failed', order_no: order.orderNo };
    }
    const provider = requireProvider(services, payment.provider);
    return paymentResponseOrThrow(
      await tryAdvancePayment(services, provider, payment, 'capture'),
      order.orderNo,
    );
  },
};

/**
 * Returns the order that a checkout token gives access to: the checkout's current order or, if there is none, the earlier order to which
 * this PayPal payment belongs. Null without access.
 */
async function orderOfToken(
  { services, caller }: Context,
  token: string,
  paymentId: string,
): Promise<Order | null> {
  const checkout = await readCheckout(services, token);
  const ofCheckout = checkout && (await selectOrderOfCheckout(services.db.read, checkout.tokenHash));
  if (ofCheckout) return ofCheckout.customerId === null || isOwner(ofCheckout, caller) ? ofCheckout : null;
  const payment = await findPaymentByRef(services.db.read, 'paypal', paymentId);
  const order = payment && (await selectOrder(services.db.read, payment.orderNo));
  return order && (await checkOrderAccess(services, order, anonymousCaller, token)) === 'open' ? order : null;
}
