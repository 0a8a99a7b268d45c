/** Endpoints of the bag: prices, stock, discounts. The server does not store the bag. */
import { toWire } from '#lib/money/minor.ts';
import { readVariants } from '../catalog/variants-store.ts';
import type { Handlers } from '../core/handler.ts';
import { identify } from '../core/identity.ts';
import { optsOutOfTracking } from '../core/opts-out-of-tracking.ts';
import { priceBagFromData, readPricingData, readShopperPricingData } from '../promotions/load-prices.ts';
import type { PricedBag } from '../promotions/priced-bag.ts';
import { isAdvertised } from '../promotions/promotion.ts';
import { readActivePromotions } from '../promotions/read-active-promotions.ts';
import { addBackStock } from '../promotions/shopper-holds.ts';
import { readShopperHolds } from '../promotions/shopper-holds-store.ts';
import { toWireMessage } from '../promotions/wire.ts';
import { toDiscountResponse } from './discount-response.ts';
import { storeBagEvent } from './events-store.ts';
import { parseRequestedBag, toBagLine } from './requested-bag.ts';
import { toPriceResponse, toStockResponse } from './variant-responses.ts';

export const bagHandlers: Handlers = {
  'POST /api/v1/cart/variant/price': async ({ body }, { services, now }) => {
    if (body.length === 0) return [];
    const lines = body.map((entry) => ({ variantId: entry.variant_id, tailor: entry.tailor_req_list ?? [] }));
    return toPriceResponse(body, await readPricingData(services.db.read, lines, now));
  },

  'POST /api/v1/cart/variant/inventory': async ({ body }, { services, caller, now }) => {
    if (body.length === 0) return [];
    const ids = body.map((entry) => entry.variant_id);
    const [found, holds] = await Promise.all([
      readVariants(services.db.read, ids),
      readShopperHolds(services.db.read, identify(caller), now),
    ]);
    const variants = new Map([...found].map(([id, variant]) => [id, addBackStock(variant, holds)]));
    return toStockResponse(body, { variants });
  },

  'POST /api/v2/buy/to/cart/discount': async ({ body }, { services, caller, now }) => {
    const { lines, coupon, isConfirmed } = parseRequestedBag(body.checkouts);
    const all = [...lines, ...body.items.map(toBagLine)];
    const facts = await readShopperPricingData(services, identify(caller), all, now);
    const [bag, before] = [all, lines].map((each) =>
      priceBagFromData(facts, each, { code: coupon, isConfirmed }),
    ) as [PricedBag, PricedBag];
    const next = bag.lines.slice(lines.length).find(({ promotionStatus }) => promotionStatus?.next)
      ?.promotionStatus?.next;
    return {
      ...toDiscountResponse(bag),
      added_discount_amount: toWire(Math.max(0, bag.totalDiscount - before.totalDiscount), bag.currency),
      ...(next ? toWireMessage(next, bag.currency) : { desc: '', params: [] }),
    };
  },

  'GET /api/v2/cart/empty/discount': async (_input, context) => {
    const promotions = await readActivePromotions(context);
    return promotions
      .filter((promotion) => isAdvertised(promotion, context.now))
      .map(({ rangeType, title, seoUrl }) => ({
        range_type: rangeType,
        desc: '{0}',
        params: [title],
        seo_url: seoUrl,
      }));
  },

  'POST /api/v1/cart/add/event': async ({ body }, { services, caller, now }) => {
    if (optsOutOfTracking(caller)) return {};
    const { cart_num, sku_id, spu_id, productList, client_id } = body.extra_params;
    const single = sku_id && spu_id ? [{ productId: spu_id, variantId: sku_id, quantity: 1 }] : [];
    const several = (productList ?? []).map((entry) => ({
      productId: entry.spu_id,
      variantId: entry.sku_id,
      quantity: entry.quantity,
    }));
    const event = {
      clientId: client_id ?? '',
      eventId: body.event_id ?? '',
      cartNum: cart_num,
      sessionId: body.session_id ?? '',
      products: several.length > 0 ? several : single,
    };
    await storeBagEvent(services.db, event, now);
    return {};
  },
};
