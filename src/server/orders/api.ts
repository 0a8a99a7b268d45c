/** Endpoints that create pre-sale orders, and that read orders and add data to them. */
import * as codes from '#lib/contract/codes.ts';
import { isDeliveryOverdue } from '#lib/delivery/format-delivery-estimate.ts';
import { toWire } from '#lib/money/minor.ts';
import { isPayable } from '#lib/orders/status.ts';
import { checkLogin } from '../checkout/check-login.ts';
import { checkoutPath } from '../checkout/checkout.ts';
import { deriveLinkToken } from '../checkout/link-token.ts';
import { readCheckoutSettings } from '../checkout/settings.ts';
import { Failure } from '../core/failure.ts';
import type { Handlers } from '../core/handler.ts';
import { hashVisitorCookie } from '../core/identity.ts';
import type { Services } from '../core/services.ts';
import { isOwner } from './access.ts';
import { readAccessibleOrder } from './accessible-order.ts';
import { beginPresale } from './begin-presale.ts';
import { readOrderLines, readParcels } from './lines-store.ts';
import type { Order } from './order.ts';
import { normaliseOrderNo } from './order-no.ts';
import { readOrderPromotions } from './promotions-store.ts';
import { readRefunds } from './refunds-store.ts';
import { readReturnSettings } from './return-settings.ts';
import { requestReturn, wireReturns } from './returns.ts';
import { readReturns } from './returns-store.ts';
import { lockOrder, readOrder, updateOrder } from './store.ts';
import { readTrackingUrl } from './tracking.ts';
import { wireOrder } from './wire.ts';

/**
 * Maximum length of an order's `extra_params` JSON, in characters. Limited because every request for the order's status reads it
 * too.
 */
const maxExtraLength = 64 * 1024;

/** Returns an order with all data that the order page shows. */
export async function readWireOrder(services: Services, order: Order) {
  const { db } = services;
  const [token, lines, parcels, trackingUrl, promotions, refunds, returns, settings] = await Promise.all([
    deriveLinkToken(services, order.linkId),
    readOrderLines(db.read, order.orderNo),
    readParcels(db.read, order.orderNo),
    readTrackingUrl(db.read),
    readOrderPromotions(db.read, order.orderNo),
    readRefunds(db.read, order.orderNo),
    readReturns(db.read, order.orderNo),
    readReturnSettings(db.read),
  ]);
  const now = services.now();
  const asOfNow = {
    ...wireReturns({ order, lines, parcels, refunds, returns }, settings, now),
    is_late: order.arrives !== null && isDeliveryOverdue(order.arrives, now),
  };
  return wireOrder(order, token, lines, parcels, promotions, trackingUrl, refunds, asOfNow);
}

export const orderHandlers: Handlers = {
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
        visitorHash: hashVisitorCookie(context.ensureVisitor()),
        customer: context.caller.customer,
      },
      context.now,
    );
    return { order_no: orderNo, web_url: checkoutPath(checkout.shopId, checkout.token) };
  },

  'POST /api/v1/order/extend/:id': async ({ params, body }, context) => {
    const { orderNo } = await readAccessibleOrder(context, params.id);
    const { services, now } = context;
    await services.db.transaction(async (trx) => {
      const order = await lockOrder(trx, orderNo, now);
      if (!order) return;
      const extraParams = { ...order.extraParams, ...body.extra_params };
      if (JSON.stringify(extraParams).length > maxExtraLength) {
        throw new Failure(codes.badParameter, 'extra_params: this order cannot store more data.');
      }
      await updateOrder(trx, orderNo, { note: body.note ?? order.note, extraParams });
    });
    return {};
  },

  'GET /api/v1/order/lookup': async ({ query }, { services, caller }) => {
    const order = await readOrder(services.db, normaliseOrderNo(query.order_no));
    if (!order || !isPayable(order.statusKey) || !isOwner(order, caller)) return null;
    const [lines, token] = await Promise.all([
      readOrderLines(services.db.read, order.orderNo),
      deriveLinkToken(services, order.linkId),
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
    const order = await readOrder(services.db, normaliseOrderNo(body.order_no));
    // The email is empty after the buyer's data was erased; such an order cannot be looked up.
    const isTheirs = order?.email !== '' && order?.email.toLowerCase() === body.email.toLowerCase();
    return order && isTheirs ? readWireOrder(services, order) : null;
  },

  'GET /api/v1/order/:id': async ({ params, query }, context) =>
    readWireOrder(context.services, await readAccessibleOrder(context, params.id, query.token)),

  'POST /api/v1/storefront/order/returns': async ({ body }, context) => {
    const { order_no, token, ...wish } = body;
    const { orderNo } = await readAccessibleOrder(context, order_no, token);
    await requestReturn(context.services, orderNo, wish);
    return readWireOrder(context.services, await readAccessibleOrder(context, orderNo, token));
  },

  'GET /api/v1/order/tips/:id': async ({ params }, { services, caller }) => {
    const order = await readAccessibleOrder({ services, caller }, params.id);
    const { tip } = await readCheckoutSettings(services.db.read);
    return {
      tip_amount: toWire(order.amounts.tip, order.currency),
      options: tip.enabled ? tip.options : [],
    };
  },
};
