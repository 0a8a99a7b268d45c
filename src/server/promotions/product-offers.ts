/** Reads the promotions for a product's page (PDP-11 to PDP-14). Queries the database only for data that is not cached. */
import type { ProductCardData } from '#lib/contract/product.ts';
import type { ProductOffer } from '#lib/contract/storefront.ts';
import { tags } from '../cache/tags.ts';
import type { VariantRecord } from '../catalog/records.ts';
import { readVariants, readVariantsOfProduct } from '../catalog/variants-store.ts';
import type { Context } from '../core/handler.ts';
import { cardsFor } from './cards.ts';
import { couponKind } from './kinds/coupon.ts';
import { fullGiftKind } from './kinds/full-gift.ts';
import { onePriceKind } from './kinds/one-price.ts';
import { promotionKindByName } from './kinds.ts';
import { promotionsOfProduct } from './offers.ts';
import { describeOnePrice, describeRules } from './page-rules.ts';
import { readPromotionsAndCurrency } from './price-view.ts';
import { type ProductSetRules, readProductSetRules } from './product-set-rules.ts';
import { isActive, type Promotion } from './promotion.ts';
import { groupCode } from './promotion-kind.ts';
import { toWireMessage } from './wire.ts';

/** Returns the product titles of a promotion's gifts by variant id; empty for promotions without gifts. */
async function giftTitles(
  context: Context,
  { id, kind, rules }: Promotion,
): Promise<ReadonlyMap<number, string>> {
  const offer = kind === fullGiftKind.name ? fullGiftKind.read(rules) : null;
  if (!offer) return new Map();
  return context.cached(`gifts of:${id}`, async (innerContext) => {
    const ids = offer.steps.flatMap(({ gifts }) => gifts.map(({ variant_id }) => variant_id));
    const found = [...(await readVariants(innerContext.services.db.read, ids)).values()];
    innerContext.tag(tags.promotions, ...found.map(({ productId }) => tags.product(productId)));
    return new Map(found.map((variant) => [variant.id, variant.productTitle]));
  });
}

/** The fields of a product's variants that its offers depend on. */
type OfferVariant = Pick<VariantRecord, 'id' | 'optionValues' | 'price'>;

/** Maximum number of products from a combination that a page shows. */
const maxOfPool = 12;

/**
 * Returns the offers for a product's page, preferred ones first, without sets in which a required product is not for sale.
 * @param collections ids of all collections that contain the product
 */
export async function readProductOffers(
  context: Context,
  product: { id: number; variants: readonly OfferVariant[] },
  collections: readonly number[],
): Promise<ProductOffer[]> {
  const { promotions, currency } = await readPromotionsAndCurrency(context);
  const productPromotions = promotionsOfProduct(
    promotions.filter((promotion) => isActive(promotion, context.now) && promotion.kind !== couponKind.name),
    { id: product.id, variantIds: product.variants.map(({ id }) => id) },
    new Map([[product.id, collections]]),
  );
  const offers = await Promise.all(
    productPromotions.map((promotion) => toOffer(context, promotion, product, currency)),
  );
  return offers.filter((offer) => offer !== null);
}

/**
 * Returns the set offer of a promotion that sells products together, for the promotion's page.
 * @returns null if the promotion has another type or a required product is not for sale
 */
export async function readSetOffer(context: Context, promotion: Promotion): Promise<ProductOffer | null> {
  const { currency } = await readPromotionsAndCurrency(context);
  const offer = await toOffer(context, promotion, { id: 0, variants: [] }, currency);
  return offer && offer.items.length > 0 ? offer : null;
}

/**
 * Converts a promotion to an offer on a page.
 * @param product the product of the page; id 0 on a promotion's page
 * @returns null for a set that cannot be bought now
 */
async function toOffer(
  context: Context,
  promotion: Promotion,
  product: Parameters<typeof readProductOffers>[1],
  currency: string,
): Promise<ProductOffer | null> {
  const { id, kind, title, seoUrl: seo_url } = promotion;
  const rules =
    kind === onePriceKind.name && product.id !== 0
      ? describeNewPrices(promotion, product.variants, currency)
      : await describeOfferRules(context, promotion, currency);
  const offer = { id, kind, title, seo_url, rules };
  const set = readProductSetRules(promotion, product.id);
  if (!set) return promotionKindByName.get(kind)?.step === 'group' ? null : { ...offer, ...bareOffer };
  const items = await itemsOf(context, promotion, set);
  return items && { ...offer, code: codeOf(promotion), pick: set.pick, items };
}

/** Returns the new prices of a one-price promotion as messages, by variant. */
function describeNewPrices(promotion: Promotion, variants: readonly OfferVariant[], currency: string) {
  const onePrice = onePriceKind.read(promotion.rules);
  if (!onePrice || variants.length === 0) return [];
  const priced = variants.map((variant) => ({ ...variant, now: onePrice.priceOf(variant.price) }));
  return describeOnePrice(priced).map((hint) => toWireMessage(hint, currency));
}

/**
 * Returns the rules of a promotion as messages. Lists gifts by name. For a one-price promotion on a single product, lists the new
 * prices by variant, as on the product's page.
 */
export async function describeOfferRules(context: Context, promotion: Promotion, currency: string) {
  const { kind, rangeType, rangeIds } = promotion;
  if (kind === onePriceKind.name && rangeType === 2 && rangeIds.size === 1) {
    const [productId = 0] = rangeIds;
    const variants = await readVariantsOfProduct(context.services.db.read, productId);
    const newPrices = describeNewPrices(promotion, variants, currency);
    if (newPrices.length > 0) return newPrices;
  }
  const gifts = await giftTitles(context, promotion);
  return describeRules(promotion, gifts).map((hint) => toWireMessage(hint, currency));
}

const bareOffer = { code: '', pick: 0, items: [] };

function codeOf(promotion: Promotion): string {
  return groupCode(promotionKindByName.get(promotion.kind)!, promotion);
}

type Item = ProductOffer['items'][number];

/** Returns the products of a set as cards; null if the set cannot be bought. */
async function itemsOf(context: Context, promotion: Promotion, set: ProductSetRules): Promise<Item[] | null> {
  const parts: Part[] | null =
    set.variants.length > 0 ? await partsOfVariants(context, promotion, set) : set.products;
  if (!parts) return null;
  // Read more products than needed: a combination may include the whole shop, and its first products may be sold out.
  const candidates = set.pick > 0 ? parts.slice(0, 4 * maxOfPool) : parts;
  const ids = [...new Set(candidates.map(({ id }) => id))];
  const cards = new Map((await cardsFor(context, ids)).map((card) => [card.id, card]));
  const items = candidates.flatMap(({ id, quantity, isNeeded, sku_id = null, variant = '' }) => {
    const card = cards.get(id);
    if (card && canAddFromCard(card)) return [{ product: card, quantity, sku_id, variant }];
    return isNeeded ? [null] : [];
  });
  const isWhole = items.every((item) => item !== null) && items.length >= (set.pick > 0 ? 1 : 2);
  if (!isWhole) return null;
  return (set.pick > 0 ? items.slice(0, maxOfPool) : items) as Item[];
}

/**
 * Returns whether a product can be added to the bag from its card. Customisable and pre-sale products can only be added from their
 * own page.
 */
export function canAddFromCard({ sale_status, isPreSale, has_custom_props }: ProductCardData): boolean {
  return sale_status === 1 && !isPreSale && !has_custom_props;
}

type Part = ProductSetRules['products'][number] & { sku_id?: number; variant?: string };

/** Returns the products of a set that consists of specific variants; null if one of the variants no longer exists. */
function partsOfVariants(context: Context, { id }: Promotion, { variants }: ProductSetRules) {
  return context.cached(`set:${id}`, async (innerContext): Promise<Part[] | null> => {
    const ids = variants.map(({ sku_id }) => sku_id);
    const found = await readVariants(innerContext.services.db.read, ids);
    innerContext.tag(tags.promotions, ...[...found.values()].map(({ productId }) => tags.product(productId)));
    const parts = variants.flatMap(({ sku_id, quantity }) => {
      const variant = found.get(sku_id);
      if (!variant || variant.isDeleted) return [];
      const values = variant.optionValues.join(' / ');
      return [{ id: variant.productId, quantity, isNeeded: true, sku_id, variant: values }];
    });
    return parts.length === variants.length ? parts : null;
  });
}
