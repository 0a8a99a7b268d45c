/** Endpoints of the bag: prices, stock, discounts. The server does not store the bag. */
import { toWire } from '#lib/money/minor.ts';
import { readVariants } from '../catalog/variants-store.ts';
import type { Handlers } from '../core/handler.ts';
import { identify } from '../core/identity.ts';
import { optsOutOfTracking } from '../core/opts-out-of-tracking.ts';
import { priceWith, readPriceFacts, readShopperPriceFacts } from '../promotions/load-prices.ts';
import type { PricedBag } from '../promotions/priced-bag.ts';
import { isListed } from '../promotions/promotion.ts';
import { activePromotions } from '../promotions/read-active.ts';
import { addBackStock } from '../promotions/shopper-holds.ts';
import { readShopperHolds } from '../promotions/shopper-holds-store.ts';
import { wireHint } from '../promotions/wire.ts';
import { discountAnswer } from './discount-answer.ts';
import { storeBagEvent } from './events-store.ts';
import { readSentBag, toAddedLine } from './sent-bag.ts';
import { priceAnswers, stockAnswers } from './variant-answers.ts';

export const bagHandlers: Handlers = {
  'POST /api/v1/cart/variant/price': async ({ body }, { services, now }) => {
    if (body.length === 0) return [];
    const lines = body.map((entry) => ({ variantId: entry.variant_id, tailor: entry.tailor_req_list ?? [] }));
    return priceAnswers(body, await readPriceFacts(services.db.read, lines, now));
  },

  'POST /api/v1/cart/variant/inventory': async ({ body }, { services, caller, now }) => {
    if (body.length === 0) return [];
    const ids = body.map((entry) => entry.variant_id);
    const [found, holds] = await Promise.all([
      readVariants(services.db.read, ids),
      readShopperHolds(services.db.read, identify(caller), now),
    ]);
    const variants = new Map([...found].map(([id, variant]) => [id, addBackStock(variant, holds)]));
    return stockAnswers(body, { variants });
  },

  'POST /api/v2/buy/to/cart/discount': async ({ body }, { services, caller, now }) => {
    const { lines, coupon, isConfirmed } = readSentBag(body.checkouts);
    const all = [...lines, ...body.items.map(toAddedLine)];
    const facts = await readShopperPriceFacts(services, identify(caller), all, now);
    const [bag, before] = [all, lines].map((each) =>
      priceWith(facts, each, { code: coupon, isConfirmed }),
    ) as [PricedBag, PricedBag];
    const next = bag.lines.slice(lines.length).find(({ promotionStatus }) => promotionStatus?.next)
      ?.promotionStatus?.next;
    return {
      ...discountAnswer(bag),
      added_discount_amount: toWire(Math.max(0, bag.totalDiscount - before.totalDiscount), bag.currency),
      ...(next ? wireHint(next, bag.currency) : { desc: '', params: [] }),
    };
  },

  'GET /api/v2/cart/empty/discount': async (_input, context) => {
    const promotions = await activePromotions(context);
    return promotions
      .filter((promotion) => isListed(promotion, context.now))
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
