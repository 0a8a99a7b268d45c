/** The calls that place orders and read them. */
import { codes } from '#lib/contract/codes.ts';
import type { SentCheckout } from '#lib/contract/wire-checkout.ts';
import { toWire } from '#lib/money/minor.ts';
import { isPayable } from '#lib/orders/status.ts';
import { checkLogin } from '../checkout/check-login.ts';
import { checkoutPath } from '../checkout/checkout.ts';
import { readCheckout } from '../checkout/store.ts';
import { clientHash } from '../core/client-hash.ts';
import { Failure } from '../core/failure.ts';
import type { Context, Handlers } from '../core/handler.ts';
import { visitorHash } from '../core/identity.ts';
import type { Services } from '../core/services.ts';
import { isOwner } from './access.ts';
import { beginPresale } from './begin-presale.ts';
import { readOrderLines, readParcels } from './lines-store.ts';
import { linkToken } from './link-token.ts';
import type { Order } from './order.ts';
import { tidyOrderNo } from './order-no.ts';
import { ownedOrder } from './owned-order.ts';
import { findMethod, nextStep } from './payment-step.ts';
import { latestPaymentId } from './payment-store.ts';
import { placeOrder } from './place-order.ts';
import { readOrderPromotions } from './promotions-store.ts';
import { lockOrder, readOrder, updateOrderDetails } from './store.ts';
import { readTrackingUrl } from './tracking.ts';
import { wireOrder } from './wire.ts';

/** Most characters of JSON kept beside an order: it is read with the order each time somebody asks how it stands. */
const mostExtra = 64 * 1024;

async function place(
  context: Context,
  token: string,
  sent: SentCheckout,
  { needsMethod }: { needsMethod: boolean },
): Promise<Order> {
  const { services } = context;
  return placeOrder(services, {
    token,
    sent,
    visitorHash: visitorHash(context.ensureVisitor()),
    clientHash: await clientHash(services, context.caller.ip),
    checkMethod: async (method, total, country) => {
      if (needsMethod || method !== '') await findMethod(services, method, total, country);
    },
  });
}

async function wholeOrder(services: Services, order: Order) {
  const { db } = services;
  const [token, lines, parcels, trackingUrl, promotions] = await Promise.all([
    linkToken(services, order.linkId),
    readOrderLines(db.read, order.orderNo),
    readParcels(db.read, order.orderNo),
    readTrackingUrl(db.read),
    readOrderPromotions(db.read, order.orderNo),
  ]);
  return wireOrder(order, token, lines, parcels, promotions, trackingUrl);
}

export const orderHandlers: Handlers = {
  'POST /:shop_id/checkouts/:token': async ({ params, body }, context) => {
    const { services } = context;
    const checkout = await readCheckout(services, params.token);
    if (checkout?.shopId !== params.shop_id) throw new Failure(codes.notFound, 'There is no such checkout.');
    const order = await place(context, params.token, body, { needsMethod: true });
    const paypalOrderId = body.paypalOrderId ?? checkout.choices.paypalOrderId;
    return {
      order_no: order.orderNo,
      total_price: toWire(order.amounts.total, order.currency),
      next: await nextStep(services, order, paypalOrderId),
    };
  },

  'POST /api/v2/order': async ({ body }, context) => {
    const sent = body.payment_method === '' ? {} : { payment_method: body.payment_method };
    const order = await place(context, body.checkout_token, sent, { needsMethod: true });
    return {
      order_no: order.orderNo,
      status_key: order.statusKey,
      total_price: toWire(order.amounts.total, order.currency),
    };
  },

  'POST /api/v1/pre_order': async ({ body }, context) => {
    const order = await place(context, body.checkout_token, {}, { needsMethod: false });
    return { pre_order_no: order.orderNo, total_price: toWire(order.amounts.total, order.currency) };
  },

  'POST /api/presale/order/create': async ({ body }, context) => {
    await checkLogin(context);
    const { orderNo, checkout } = await beginPresale(
      context.services,
      {
        productId: body.product_id,
        variantId: body.variant_id,
        quantity: body.quantity,
        email: body.email,
        tailor: body.custom_props,
        visitorHash: visitorHash(context.ensureVisitor()),
      },
      context.now,
    );
    return { order_no: orderNo, web_url: checkoutPath(checkout.shopId, checkout.token) };
  },

  'POST /api/v1/order/extend/:id': async ({ params, body }, context) => {
    const { orderNo } = await ownedOrder(context, params.id);
    const { services, now } = context;
    await services.db.transaction(async (trx) => {
      const order = await lockOrder(trx, orderNo, now);
      if (!order) return;
      const extraParams = { ...order.extraParams, ...body.extra_params };
      if (JSON.stringify(extraParams).length > mostExtra) {
        throw new Failure(codes.badParameter, 'extra_params: this order already carries as much as it can.');
      }
      await updateOrderDetails(trx, orderNo, { note: body.note ?? order.note, extraParams });
    });
    return {};
  },

  'POST /api/v1/order/payment': async ({ body }, context) => {
    const order = await ownedOrder(context, body.order_no);
    const { amounts, address } = order;
    const method = await findMethod(
      context.services,
      body.payment_method,
      amounts.total,
      address.country_code,
    );
    const { services, now } = context;
    const paymentId = await services.db.transaction(async (trx) => {
      const locked = await lockOrder(trx, order.orderNo, now);
      if (!locked || !isPayable(locked.statusKey)) {
        throw new Failure(codes.alreadyPaid, 'This order can no longer be paid another way.');
      }
      const chosen = { paymentMethod: method.method, accountId: method.account_id };
      await updateOrderDetails(trx, order.orderNo, chosen);
      return latestPaymentId(trx, order.orderNo);
    });
    return { order_no: order.orderNo, payment_id: paymentId };
  },

  'GET /api/v1/order/lookup': async ({ query }, { services, caller }) => {
    const order = await readOrder(services.db, tidyOrderNo(query.order_no));
    if (!order || !isPayable(order.statusKey) || !isOwner(order, caller)) return null;
    const [lines, token] = await Promise.all([
      readOrderLines(services.db.read, order.orderNo),
      linkToken(services, order.linkId),
    ]);
    return {
      order_no: order.orderNo,
      web_url: checkoutPath(order.shopId, token),
      variant_items: lines.map((line) => ({
        image_url: line.imageUrl,
        title: line.title,
        quantity: line.quantity,
        variant_option_value: line.variantOption,
        tailor_properties: JSON.stringify(line.tailorProperties),
        variant_custom_props: line.customProps,
      })),
    };
  },

  'POST /api/v1/order/lookup': async ({ body }, { services }) => {
    const order = await readOrder(services.db, tidyOrderNo(body.order_no));
    const isTheirs = order?.email.toLowerCase() === body.email.toLowerCase();
    return order && isTheirs ? wholeOrder(services, order) : null;
  },

  'GET /api/v1/order/:id': async ({ params, query }, context) =>
    wholeOrder(context.services, await ownedOrder(context, params.id, query.token)),
};
