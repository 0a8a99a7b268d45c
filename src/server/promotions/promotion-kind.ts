/**
 * Defines promotion types. Each type belongs to one pricing step of R100 and parses its rules into an offer for that step. The
 * steps use only these offers. To add a type, add its file, its name and its entry in kinds.ts
 * (docs/develop/recipes/promotion-type.md). Pure; amounts are in minor units.
 */
import type { z } from 'zod';
import type { PromotionKind } from '#lib/contract/promotion-kinds.ts';
import type { Promotion } from './promotion.ts';
import type { PromotionMessage } from './promotion-message.ts';
import { type RuleFields, storedRuleFields } from './rule-fields.ts';

/** The fields of a bag line that promotions use. */
export interface OfferLine {
  productId: number;
  variantId: number;
  quantity: number;
  /** Unit price after one-price promotions, including customisation. */
  unitPrice: number;
  /** unitPrice × quantity. */
  amount: number;
}

/** Offer for pricing step 1: a unit price before customisation, never above `price`. */
export interface UnitPriceRule {
  priceOf(price: number): number;
}

/** Offer for pricing step 2: lines sold together under one code. */
export interface GroupOffer {
  /**
   * Returns the total discount of all sets in the group; null if the group does not match the rules. `isAchieved` is false if the
   * group matches but has not reached a discount yet.
   */
  match(
    lines: readonly OfferLine[],
  ): { discount: number; isAchieved: boolean; next: PromotionMessage | null } | null;
  /** Ids of the products in the offer; empty if the offer lists specific variants, whose ids are in `variants`. */
  products: readonly number[];
  variants: readonly number[];
}

/** Offer for pricing step 2, applied after groups: a discount on the lines of one product. */
export interface ProductOffer {
  /**
   * Returns the discount of each line; null if no tier is reached. A non-null result claims all lines, including those with a
   * discount of 0.
   */
  compute(lines: readonly OfferLine[]): number[] | null;
  /** Returns a message about the next tier; null if there is none. */
  next(lines: readonly OfferLine[]): PromotionMessage | null;
}

/** Offer for pricing step 3: a discount on bag lines that no earlier step claimed. */
export interface BagOffer {
  /**
   * Returns the discount on the lines in the promotion's range.
   * @param amount total of these lines
   * @param quantity number of units in these lines
   */
  compute(
    amount: number,
    quantity: number,
  ): { discount: number; isAchieved: boolean; next: PromotionMessage | null };
}

export interface GiftStep {
  position: number;
  min: number;
  gifts: { product_id: number; variant_id: number; auto_car: number }[];
}

/** Offer for pricing step 4: gifts. */
export interface GiftOffer {
  /** Gift tiers in ascending order of `min`. */
  steps: readonly GiftStep[];
  condition: 'amount' | 'quantity';
}

/** Offer for pricing step 5: a coupon. */
export interface CouponOffer {
  /** false: the coupon does not apply to lines of groups and multi_spec promotions, and replaces tier discounts on its lines. */
  stacks: boolean;
  fillsItself: boolean;
  /** The value to compare with `min`: the total or the number of units of the lines in the coupon's range. */
  condition: 'amount' | 'quantity';
  min: number;
  /** Returns the discount on lines that cost `amount`; null if the condition is not met. */
  compute(amount: number, quantity: number): number | null;
}

interface OfferOf {
  unit: UnitPriceRule;
  group: GroupOffer;
  product: ProductOffer;
  bag: BagOffer;
  gift: GiftOffer;
  coupon: CouponOffer;
}
export type PricingStep = keyof OfferOf;

export interface PromotionKindDefinition<At extends PricingStep = PricingStep> {
  /** Name of the type, as stored in the database column `kind`. */
  name: PromotionKind;
  discountType: number;
  step: At;
  /** Set for group promotions without a custom code: the code of their lines is this prefix and the promotion id, such as `SB12`. */
  codePrefix?: string;
  /** Returns the schema that converts rules as written by the merchant to rules as stored. */
  rulesFrom(fields: RuleFields): z.ZodType<unknown, unknown>;
  /** Parses the rules of a promotion; null if the rules are invalid, in which case the promotion is ignored. */
  read(rules: unknown): OfferOf[At] | null;
}
export type AnyPromotionKind = { [At in PricingStep]: PromotionKindDefinition<At> }[PricingStep];

/** An active promotion with its parsed rules. */
export interface ActivePromotion<At extends PricingStep = PricingStep> {
  promotion: Promotion;
  kind: PromotionKindDefinition<At>;
  offer: OfferOf[At];
}

/** Defines a promotion type. Caches the parsed offer of each rules object. */
export function definePromotionKind<At extends PricingStep, Rules extends z.ZodType>(definition: {
  name: PromotionKind;
  discountType: number;
  step: At;
  codePrefix?: string;
  rules: (fields: RuleFields) => Rules;
  offer: (rules: z.output<Rules>) => OfferOf[At];
}): PromotionKindDefinition<At> & { schema: Rules } {
  const schema = definition.rules(storedRuleFields);
  const cache = new WeakMap<object, OfferOf[At]>();
  return {
    name: definition.name,
    discountType: definition.discountType,
    step: definition.step,
    codePrefix: definition.codePrefix,
    rulesFrom: definition.rules,
    schema,
    read(rules) {
      if (typeof rules !== 'object' || rules === null) return null;
      const found = cache.get(rules);
      if (found) return found;
      const parsed = schema.safeParse(rules);
      if (!parsed.success) return null;
      const offer = definition.offer(parsed.data);
      cache.set(rules, offer);
      return offer;
    },
  };
}

/** Returns the code that identifies the lines of this promotion in a bag. */
export function groupCode(kind: Pick<PromotionKindDefinition, 'codePrefix'>, promotion: Promotion): string {
  return kind.codePrefix ? `${kind.codePrefix}${promotion.id}` : promotion.code;
}
