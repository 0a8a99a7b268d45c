/** Endpoint that returns the data of a promotion's page (R112). */
import * as codes from '#lib/contract/codes.ts';
import { tags } from '../cache/tags.ts';
import { readShopCurrency } from '../catalog/currency-store.ts';
import { Failure } from '../core/failure.ts';
import type { Context, Handlers } from '../core/handler.ts';
import { cardsFor, offeredVariants } from './cards.ts';
import { describeOfferRules, readSetOffer } from './product-offers.ts';
import { isActive, isAdvertised, type Promotion } from './promotion.ts';
import { readProductsOfPromotion, readPromotionBySeoUrl } from './promotions-store.ts';

const productsPerPage = 20;

export const promotionPageHandlers: Handlers = {
  'GET /api/v1/storefront/promotion': async ({ query }, context) => {
    const { now } = context;
    const db = context.services.db.read;
    context.tag(tags.promotions);
    const promotion = await readPromotionBySeoUrl(db, query.seo_url);
    if (!promotion) throw new Failure(codes.notFound, 'There is no such promotion.');
    for (const instant of [promotion.startsAt, promotion.endsAt ?? 0]) {
      if (promotion.status === 1 && instant > now) context.changesAt(instant);
    }
    tagRange(context, promotion);
    const from = (query.page_num - 1) * productsPerPage;
    const [found, currency] = await Promise.all([
      readProductsOfPromotion(db, promotion, { from, size: productsPerPage }),
      readShopCurrency(db),
    ]);
    const isOpen = isActive(promotion, now);
    return {
      id: promotion.id,
      kind: promotion.kind,
      discount_type: promotion.discountType,
      title: promotion.title,
      seo_url: promotion.seoUrl,
      is_active: isOpen,
      is_to_come: promotion.status === 1 && now < promotion.startsAt,
      is_listed: isAdvertised(promotion, now),
      starts_at: promotion.startsAt,
      ends_at: promotion.endsAt,
      rules: await describeOfferRules(context, promotion, currency),
      set: isOpen ? await readSetOffer(context, promotion) : null,
      json_config: promotion.banner,
      product_list: await cardsFor(context, found.ids, isOpen ? offeredVariants(promotion) : null),
      total: found.total,
      page_num: query.page_num,
      page_size: productsPerPage,
    };
  },
};

/** Adds cache tags for the promotion's range, because the page changes when a product enters or leaves the range. */
function tagRange(context: Context, { rangeType, rangeIds }: Promotion): void {
  if (rangeType === 1) context.tag(tags.catalog);
  else context.tag(...[...rangeIds].map(rangeType === 2 ? tags.product : tags.collection));
}
