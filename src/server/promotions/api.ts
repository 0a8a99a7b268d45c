/** Endpoints that return promotions by id or by product (R103 to R111). They never return inactive promotions. */
import * as codes from '#lib/contract/codes.ts';
import { tags } from '../cache/tags.ts';
import { readShopCurrency } from '../catalog/currency-store.ts';
import { toVariantStock, toWireProduct } from '../catalog/product-responses.ts';
import { readProduct, readProductState } from '../catalog/products-store.ts';
import type { VariantRecord } from '../catalog/records.ts';
import { readVariants, readVariantsOfProduct } from '../catalog/variants-store.ts';
import { Failure } from '../core/failure.ts';
import type { Context, Handlers } from '../core/handler.ts';
import { identify } from '../core/identity.ts';
import { cardsFor } from './cards.ts';
import { couponKey } from './coupon-key.ts';
import { sumLineAmounts } from './group-discount.ts';
import { combinationKind } from './kinds/combination.ts';
import { couponKind } from './kinds/coupon.ts';
import { fullGiftKind } from './kinds/full-gift.ts';
import { multiSpecKind } from './kinds/multi-spec.ts';
import { onePriceKind } from './kinds/one-price.ts';
import { type TyingRules, tyingKind } from './kinds/tying.ts';
import { promotionKindByName } from './kinds.ts';
import { promotionsOfProduct } from './offers.ts';
import { readPriceView } from './price-view.ts';
import { byPriority, type Promotion } from './promotion.ts';
import { groupCode } from './promotion-kind.ts';
import { titleMessage } from './promotion-message.ts';
import { readProductCollections, readProductsOfPromotion } from './promotions-store.ts';
import { readActivePromotion, readActivePromotions } from './read-active-promotions.ts';
import { addBackStock, subtractReservedUses } from './shopper-holds.ts';
import { readShopperHolds } from './shopper-holds-store.ts';
import { savingMessage, toWireGift, toWireMessage, toWireOnePrice, toWireRuleValue } from './wire.ts';

/**
 * Prices the variants that a shopper picked for a combination. The discount is 0 unless the variants make up a whole number of
 * sets.
 * @param picked one variant per unit
 * @param priceOf returns a variant's unit price after one-price promotions
 */
function priceCombination(
  promotion: Promotion,
  picked: readonly VariantRecord[],
  priceOf: (variant: VariantRecord) => number,
): { amount: number; discount: number } {
  const lines = picked.map((variant) => {
    const unitPrice = priceOf(variant);
    return {
      productId: variant.productId,
      variantId: variant.id,
      quantity: 1,
      unitPrice,
      amount: unitPrice,
    };
  });
  const match = combinationKind.read(promotion.rules)?.match(lines);
  return { amount: sumLineAmounts(lines), discount: match?.discount ?? 0 };
}

/** Maximum number of products in a multi_spec response if the request has no product_id. */
const maxTableProducts = 20;

export const promotionHandlers: Handlers = {
  'GET /api/v2/products/:id/discount': async ({ params: { id } }, context) => {
    const db = context.services.db.read;
    const [state, variants, promotions, currency] = await Promise.all([
      readProductState(db, id),
      readVariantsOfProduct(db, id),
      readActivePromotions(context),
      readShopCurrency(db),
    ]);
    if (!state) throw new Failure(codes.notFound, 'There is no such product.');
    context.tag(tags.product(id));
    const collections = await readProductCollections(db, [id], promotions);
    const productPromotions = promotionsOfProduct(
      promotions.filter(({ kind }) => kind !== couponKind.name),
      { id, variantIds: variants.map((variant) => variant.id) },
      collections,
    );
    return productPromotions.map((promotion) => {
      const kind = promotionKindByName.get(promotion.kind)!;
      const onePrice =
        promotion.kind === onePriceKind.name ? onePriceKind.schema.parse(promotion.rules) : null;
      return {
        status: 1 as const,
        seo_url: promotion.seoUrl,
        discount_type: promotion.discountType,
        discount_id: promotion.id,
        discount_code: groupCode(kind, promotion),
        ...toWireMessage(titleMessage(promotion.title), currency),
        json_config: promotion.banner,
        ends_at: promotion.endsAt,
        orderOnePriceConfig: onePrice && toWireOnePrice(onePrice, currency),
      };
    });
  },

  'GET /api/v1/promotion/tying/:id': async ({ params: { id } }, context) => {
    const { promotion, rules } = await readActivePromotion(context, id, tyingKind);
    const currency = await readShopCurrency(context.services.db.read);
    return {
      id,
      main_product_ids: rules.main_product_ids,
      items: rules.items,
      tiers: rules.tiers.map((tier) => ({ ...tier, value: toWireRuleValue(tier, currency) })),
      seo_url: promotion.seoUrl,
      status: 1 as const,
    };
  },

  'GET /api/v1/promotion/tying/:id/product/:pid': ({ params }, context) =>
    tiedProduct(context, params.id, params.pid),

  'GET /api/v1/cart/tying/:id/product/:pid': ({ params }, context) =>
    tiedProduct(context, params.id, params.pid),

  'GET /api/v1/promotion/multi_spec/:id': async ({ params: { id }, query }, context) => {
    const db = context.services.db.read;
    const { promotion, rules } = await readActivePromotion(context, id, multiSpecKind);
    const { ids: products } = await readProductsOfPromotion(db, promotion, {
      from: 0,
      size: maxTableProducts,
      only: query.product_id,
    });
    const view = await readPriceView(context, products);
    const [variants, holds] = await Promise.all([
      Promise.all(products.map((product) => readVariantsOfProduct(db, product))),
      readShopperHolds(db, identify(context.caller), context.now),
    ]);
    context.tag(...products.map(tags.product));
    return {
      id,
      count_by: rules.count_by,
      tiers: rules.tiers.map((tier) => ({ ...tier, value: toWireRuleValue(tier, view.currency) })),
      variants: variants.flat().map((variant) => {
        const [stock] = toVariantStock([addBackStock(variant, holds)], {
          isPublished: true,
          isDeleted: false,
        });
        return {
          product_id: variant.productId,
          variant_id: variant.id,
          variant_option_values: variant.optionValues,
          sale_price: view.wire(view.priceOf(variant.productId, variant.price)),
          sale_inventory_quantity: stock!.sale_inventory_quantity,
          sale_status: stock!.sale_status,
        };
      }),
    };
  },

  'POST /api/v1/combination/product/:id': async ({ params: { id }, body }, context) => {
    const { promotion, rules } = await combinationOf(context, id, body.combination_id ?? null);
    const db = context.services.db.read;
    const view = await readPriceView(context, rules.product_ids);
    const variants = await readVariants(db, body.variant_ids);
    const picked = body.variant_ids.map((variantId, index) => {
      const variant = variants.get(variantId);
      if (!variant || variant.isDeleted || !rules.product_ids.includes(variant.productId)) {
        throw new Failure(codes.badParameter, `variant_ids.${index}: is not in this combination`);
      }
      return variant;
    });
    const priced = priceCombination(promotion, picked, (variant) =>
      view.priceOf(variant.productId, variant.price),
    );
    return {
      combination_id: promotion.id,
      pick: rules.pick,
      products: await cardsFor(context, rules.product_ids),
      origin_amount: view.wire(priced.amount),
      discount_amount: view.wire(priced.discount),
      pay_amount: view.wire(priced.amount - priced.discount),
    };
  },

  'GET /api/v1/promotion/check/:id': async ({ params: { id } }, context) => {
    const promotion = (await readActivePromotions(context)).find((entry) => entry.id === id);
    if (!promotion) return null;
    return {
      id,
      status: 1 as const,
      seo_url: promotion.seoUrl,
      starts_at: promotion.startsAt,
      ends_at: promotion.endsAt,
      current_time: context.now,
    };
  },

  'GET /api/v1/promotion/fullgift/:id': async ({ params: { id } }, context) => {
    const db = context.services.db.read;
    const { rules } = await readActivePromotion(context, id, fullGiftKind);
    const ids = rules.steps.flatMap((step) => step.gifts.map((gift) => gift.variant_id));
    const [variants, currency] = await Promise.all([readVariants(db, ids), readShopCurrency(db)]);
    context.tag(...[...variants.values()].map((variant) => tags.product(variant.productId)));
    return {
      id,
      condition: rules.condition,
      steps: rules.steps.map((step) => ({
        position: step.position,
        min: toWireRuleValue({ mode: rules.condition, value: step.min }, currency),
        gifts: step.gifts.flatMap((gift) => {
          const variant = variants.get(gift.variant_id);
          return variant && !variant.isDeleted ? [toWireGift(gift, variant, null, currency)] : [];
        }),
      })),
    };
  },

  'GET /api/v1/promotion/code/check': async ({ query }, context) => {
    const code = couponKey(query.code);
    const promotion = (await readActivePromotions(context))
      .sort(byPriority)
      .find((entry) => entry.kind === couponKind.name && couponKey(entry.code) === code);
    const holds =
      promotion && (await readShopperHolds(context.services.db.read, identify(context.caller), context.now));
    const isUsedUp =
      holds &&
      subtractReservedUses(promotion, holds).usedCount >= (promotion.usageLimit ?? Number.POSITIVE_INFINITY);
    if (!promotion || isUsedUp || !couponKind.read(promotion.rules)) return null;
    return { code: promotion.code, discount_id: promotion.id, ends_at: promotion.endsAt };
  },
};

/** Returns a product of a tying offer, with the discount of the offer's lowest tier. */
async function tiedProduct(context: Context, id: number, productId: number) {
  const db = context.services.db.read;
  const { rules } = await readActivePromotion(context, id, tyingKind);
  const product = isOffered(rules, productId) ? await readProduct(db, { id: productId }) : null;
  if (!product) throw new Failure(codes.notFound, 'This product is not in the offer.');
  context.tag(tags.product(productId));
  const view = await readPriceView(context, [productId]);
  const first = rules.tiers.toSorted((left, right) => left.count - right.count)[0]!;
  return {
    ...toWireProduct(product, view),
    discount: {
      id,
      ...toWireMessage(savingMessage(first), view.currency),
      mode: first.mode,
      value: toWireRuleValue(first, view.currency),
    },
  };
}

function isOffered(rules: TyingRules, productId: number): boolean {
  return (
    rules.main_product_ids.includes(productId) || rules.items.some((item) => item.product_id === productId)
  );
}

/** Returns the combination promotion with this id; without an id, the product's preferred combination. */
async function combinationOf(context: Context, productId: number, id: number | null) {
  const candidates = (await readActivePromotions(context))
    .sort(byPriority)
    .filter((promotion) => promotion.kind === combinationKind.name && (id === null || promotion.id === id));
  for (const promotion of candidates) {
    const rules = combinationKind.schema.safeParse(promotion.rules);
    if (rules.success && rules.data.product_ids.includes(productId)) return { promotion, rules: rules.data };
  }
  throw new Failure(codes.notFound, 'There is no such offer for this product right now.');
}
