/** The promotions that the page of a product tells of (PDP-11 to PDP-14). Asks nothing of the database that is cached already. */
import type { ProductCardData } from '#lib/contract/product.ts';
import type { ProductOffer } from '#lib/contract/storefront.ts';
import { tags } from '../cache/tags.ts';
import { readVariants } from '../catalog/variants-store.ts';
import type { Context } from '../core/handler.ts';
import { cardsFor } from './cards.ts';
import { groupCode } from './kind.ts';
import { couponKind } from './kinds/coupon.ts';
import { kindNamed } from './kinds.ts';
import { promotionsOfProduct } from './offers.ts';
import { rulesInWords } from './page-rules.ts';
import { readPrices } from './price-view.ts';
import { isActive, type Promotion } from './promotion.ts';
import { type SetRules, setRules } from './set-rules.ts';
import { wireHint } from './wire.ts';

/** Most products of a pool that a page shows. */
const maxOfPool = 12;

/**
 * @param collections every collection the product stands in
 * @returns the preferred ones first; sets of which a needed product is not for sale are left out
 */
export async function offersOfProduct(
  context: Context,
  product: { id: number; variants: readonly { id: number }[] },
  collections: readonly number[],
): Promise<ProductOffer[]> {
  const { promotions, currency } = await readPrices(context);
  const own = promotionsOfProduct(
    promotions.filter((promotion) => isActive(promotion, context.now) && promotion.kind !== couponKind.name),
    { id: product.id, variantIds: product.variants.map(({ id }) => id) },
    new Map([[product.id, collections]]),
  );
  const offers = await Promise.all(
    own.map(async (promotion) => {
      const { id, kind, title, seoUrl: seo_url } = promotion;
      const rules = rulesInWords(promotion).map((hint) => wireHint(hint, currency));
      const offer = { id, kind, title, seo_url, rules };
      const set = setRules(promotion, product.id);
      if (!set) return kindNamed.get(kind)?.step === 'group' ? null : { ...offer, ...bareOffer };
      const items = await itemsOf(context, promotion, set);
      return items && { ...offer, code: codeOf(promotion), pick: set.pick, items };
    }),
  );
  return offers.filter((offer) => offer !== null);
}

const bareOffer = { code: '', pick: 0, items: [] };

function codeOf(promotion: Promotion): string {
  return groupCode(kindNamed.get(promotion.kind)!, promotion);
}

type Item = ProductOffer['items'][number];

/** The set's products as cards; null when it cannot be bought. */
async function itemsOf(context: Context, promotion: Promotion, set: SetRules): Promise<Item[] | null> {
  const parts: Part[] | null =
    set.variants.length > 0 ? await partsOfVariants(context, promotion, set) : set.products;
  if (!parts) return null;
  // A pool may be the whole shop: some of its first may be sold out.
  const known = set.pick > 0 ? parts.slice(0, 4 * maxOfPool) : parts;
  const ids = [...new Set(known.map(({ id }) => id))];
  const cards = new Map((await cardsFor(context, ids)).map((card) => [card.id, card]));
  const items = known.flatMap(({ id, quantity, isNeeded, sku_id = null, variant = '' }) => {
    const card = cards.get(id);
    if (card && canBeBought(card)) return [{ product: card, quantity, sku_id, variant }];
    return isNeeded ? [null] : [];
  });
  const isWhole = items.every((item) => item !== null) && items.length >= (set.pick > 0 ? 1 : 2);
  if (!isWhole) return null;
  return (set.pick > 0 ? items.slice(0, maxOfPool) : items) as Item[];
}

/** A customised or pre-sale product goes into the bag from its own page only. */
export function canBeBought({ sale_status, isPreSale, has_custom_props }: ProductCardData): boolean {
  return sale_status === 1 && !isPreSale && !has_custom_props;
}

type Part = SetRules['products'][number] & { sku_id?: number; variant?: string };

/** Products of a set that names variants; null when one of them is gone. */
function partsOfVariants(context: Context, { id }: Promotion, { variants }: SetRules) {
  return context.cached(`set:${id}`, async (own): Promise<Part[] | null> => {
    const ids = variants.map(({ sku_id }) => sku_id);
    const found = await readVariants(own.services.db.read, ids);
    own.tag(tags.promotions, ...[...found.values()].map(({ productId }) => tags.product(productId)));
    const parts = variants.flatMap(({ sku_id, quantity }) => {
      const variant = found.get(sku_id);
      if (!variant || variant.isDeleted) return [];
      const values = variant.optionValues.join(' / ');
      return [{ id: variant.productId, quantity, isNeeded: true, sku_id, variant: values }];
    });
    return parts.length === variants.length ? parts : null;
  });
}
