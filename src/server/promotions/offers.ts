/** Parses the promotions that are active at a given time and indexes them by code and by product. Pure. */

import { promotionKindByName } from './kinds.ts';
import { byPriority, isActive, isInRange, type ProductCollections, type Promotion } from './promotion.ts';
import type { ActivePromotion, AnyPromotionKind, PricingStep } from './promotion-kind.ts';
import { groupCode } from './promotion-kind.ts';

/** The active promotions of one pricing step, in order of priority. */
export interface StepOffers<At extends PricingStep> {
  all: readonly ActivePromotion<At>[];
  /** Returns the promotions that have the product in their range. */
  forProduct(productId: number): readonly ActivePromotion<At>[];
}

export interface Offers {
  unit: StepOffers<'unit'>;
  /** Promotions on groups of lines, indexed by the discount code of the lines. */
  groups: ReadonlyMap<string, ActivePromotion<'group'>>;
  product: StepOffers<'product'>;
  bag: StepOffers<'bag'>;
  gift: StepOffers<'gift'>;
  coupon: StepOffers<'coupon'>;
}

/**
 * Parses and sorts the active promotions. Skips promotions of an unknown type or with invalid rules, so that one bad row does not
 * make pricing fail.
 */
export function parseActiveOffers(
  promotions: readonly Promotion[],
  collections: ProductCollections,
  now: number,
): Offers {
  const byStep: { [At in PricingStep]: ActivePromotion<At>[] } = {
    unit: [],
    group: [],
    product: [],
    bag: [],
    gift: [],
    coupon: [],
  };
  for (const promotion of promotions) {
    if (!isActive(promotion, now)) continue;
    const kind = promotionKindByName.get(promotion.kind);
    if (kind) put(byStep, kind, promotion);
  }
  for (const step of Object.values(byStep))
    step.sort((left, right) => byPriority(left.promotion, right.promotion));
  return {
    unit: inRange(byStep.unit, collections),
    groups: byCode(byStep.group),
    product: inRange(byStep.product, collections),
    bag: inRange(byStep.bag, collections),
    gift: inRange(byStep.gift, collections),
    coupon: inRange(byStep.coupon, collections),
  };
}

/**
 * Returns the promotions that apply to a product, in order of priority. Group promotions apply to the products in their rules,
 * all others to the products in their range.
 */
export function promotionsOfProduct(
  promotions: readonly Promotion[],
  product: { id: number; variantIds: readonly number[] },
  collections: ProductCollections,
): Promotion[] {
  return promotions
    .filter((promotion) => {
      const kind = promotionKindByName.get(promotion.kind);
      if (kind?.step !== 'group')
        return kind?.read(promotion.rules) && isInRange(promotion, product.id, collections);
      const offer = kind.read(promotion.rules);
      return (
        offer?.products.includes(product.id) || offer?.variants.some((id) => product.variantIds.includes(id))
      );
    })
    .sort(byPriority);
}

/** Returns the variant ids of all gifts of the active full-gift promotions. */
export function giftVariants(promotions: readonly Promotion[], now: number): number[] {
  return parseActiveOffers(promotions, new Map(), now).gift.all.flatMap(({ offer }) =>
    offer.steps.flatMap((step) => step.gifts.map((gift) => gift.variant_id)),
  );
}

/** Returns a promotion with its parsed rules; null if the rules are invalid. */
export function readOffer<At extends PricingStep>(
  kind: AnyPromotionKind & { step: At },
  promotion: Promotion,
) {
  const offer = kind.read(promotion.rules);
  return offer && ({ promotion, kind, offer } as unknown as ActivePromotion<At>);
}

function put(
  byStep: { [At in PricingStep]: ActivePromotion<At>[] },
  kind: AnyPromotionKind,
  promotion: Promotion,
): void {
  const active = readOffer(kind, promotion);
  if (active) (byStep[kind.step] as ActivePromotion[]).push(active);
}

/** Indexes promotions by code. If several have the same code, the first one wins. */
function byCode(actives: readonly ActivePromotion<'group'>[]): Map<string, ActivePromotion<'group'>> {
  const found = new Map<string, ActivePromotion<'group'>>();
  for (const active of actives) {
    const code = groupCode(active.kind, active.promotion);
    if (code !== '' && !found.has(code)) found.set(code, active);
  }
  return found;
}

/** Indexes promotions by range, so that finding the promotions of a product does not check every promotion. */
function inRange<At extends PricingStep>(
  actives: readonly ActivePromotion<At>[],
  collections: ProductCollections,
): StepOffers<At> {
  const everywhere: number[] = [];
  const ofProduct = new Map<number, number[]>();
  const ofCollection = new Map<number, number[]>();
  for (const [rank, { promotion }] of actives.entries()) {
    if (promotion.rangeType === 1) everywhere.push(rank);
    else {
      const ranks = promotion.rangeType === 2 ? ofProduct : ofCollection;
      for (const id of promotion.rangeIds) {
        const existingRanks = ranks.get(id);
        if (existingRanks) existingRanks.push(rank);
        else ranks.set(id, [rank]);
      }
    }
  }
  const cachedOffers = new Map<number, readonly ActivePromotion<At>[]>();
  return {
    all: actives,
    forProduct(productId) {
      const before = cachedOffers.get(productId);
      if (before) return before;
      let ranks: readonly number[] = merged(everywhere, ofProduct.get(productId));
      if (ofCollection.size > 0) {
        for (const collection of collections.get(productId) ?? [])
          ranks = merged(ranks, ofCollection.get(collection));
      }
      const found = ranks.length === actives.length ? actives : ranks.map((rank) => actives[rank]!);
      cachedOffers.set(productId, found);
      return found;
    },
  };
}

/** Merges two ascending lists and drops duplicates. */
function merged(left: readonly number[], right: readonly number[] | undefined): readonly number[] {
  if (!right || right.length === 0) return left;
  if (left.length === 0) return right;
  const all: number[] = [];
  let [at, to] = [0, 0];
  while (at < left.length || to < right.length) {
    const [first = Number.POSITIVE_INFINITY, second = Number.POSITIVE_INFINITY] = [left[at], right[to]];
    all.push(Math.min(first, second));
    if (first <= second) at += 1;
    if (second <= first) to += 1;
  }
  return all;
}
