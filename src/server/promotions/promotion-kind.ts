/**
 * Defines kinds of promotion. A kind belongs to one step of R100 and parses its rules into that step's offer; the steps depend on
 * nothing else. To add a kind, add its file, its name and its entry in kinds.ts (docs/develop/recipes/promotion-type.md). Pure; amounts are minor units.
 */
import type { z } from 'zod';
import type { PromotionKind } from '#lib/contract/promotion-kinds.ts';
import type { Promotion } from './promotion.ts';
import type { PromotionMessage } from './promotion-message.ts';
import { type RuleFields, storedRuleFields } from './rule-fields.ts';

/** The data of a counted line that promotions use. */
export interface OfferLine {
  productId: number;
  variantId: number;
  quantity: number;
  /** After one-price promotions, customisation included. */
  unitPrice: number;
  /** unitPrice × quantity. */
  amount: number;
}

/** Step 1: a unit price before customisation. Never above `price`. */
export interface UnitOffer {
  priceOf(price: number): number;
}

/** Step 2: lines sold together under one code. */
export interface GroupOffer {
  /**
   * Returns the discount of the group, all its sets together; null if its contents do not match the rules. `isAchieved` false:
   * the contents match, but a discount requires more.
   */
  match(
    lines: readonly OfferLine[],
  ): { discount: number; isAchieved: boolean; next: PromotionMessage | null } | null;
  /** Ids of the offer's products; empty if it names variants, whose ids are in `variants`. */
  products: readonly number[];
  variants: readonly number[];
}

/** Step 2, after groups: the variants of one product. */
export interface ProductOffer {
  /** Returns each line's discount; null if no tier is reached. A result claims all lines, even those with 0. */
  compute(lines: readonly OfferLine[]): number[] | null;
  /** Returns a message about the next tier; null if there is none. */
  next(lines: readonly OfferLine[]): PromotionMessage | null;
}

/** Step 3: the remaining lines of the bag. */
export interface BagOffer {
  /** @param amount of all its lines; @param quantity of all its lines */
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

/** Step 4. */
export interface GiftOffer {
  /** By ascending min. */
  steps: readonly GiftStep[];
  condition: 'amount' | 'quantity';
}

/** Step 5. */
export interface CouponOffer {
  /** false: the coupon skips lines of groups and multi_spec, and removes tier discounts from its lines. */
  stacks: boolean;
  fillsItself: boolean;
  /** The measure of its condition: the amount or the number of units of its lines. */
  condition: 'amount' | 'quantity';
  min: number;
  /** Returns the discount on lines that cost `amount`; null if the condition is not met. */
  compute(amount: number, quantity: number): number | null;
}

interface OfferOf {
  unit: UnitOffer;
  group: GroupOffer;
  product: ProductOffer;
  bag: BagOffer;
  gift: GiftOffer;
  coupon: CouponOffer;
}
export type PricingStep = keyof OfferOf;

export interface PromotionKindDefinition<At extends PricingStep = PricingStep> {
  /** As in the column `kind`. */
  name: PromotionKind;
  discountType: number;
  step: At;
  /** For group kinds without a code of their own: lines carry the prefix and the promotion id, such as `SB12`. */
  codePrefix?: string;
  /** Returns the schema that parses a merchant's rules into stored ones. */
  rulesFrom(fields: RuleFields): z.ZodType<unknown, unknown>;
  /** Parses the rules of a promotion; null if they are invalid, and the promotion is ignored. */
  read(rules: unknown): OfferOf[At] | null;
}
export type AnyPromotionKind = { [At in PricingStep]: PromotionKindDefinition<At> }[PricingStep];

/** An active promotion with its parsed rules. */
export interface ActivePromotion<At extends PricingStep = PricingStep> {
  promotion: Promotion;
  kind: PromotionKindDefinition<At>;
  offer: OfferOf[At];
}

/** Defines a kind; caches the parsed rules for each rules object. */
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

/** Returns the code that group lines of this promotion carry. */
export function groupCode(kind: Pick<PromotionKindDefinition, 'codePrefix'>, promotion: Promotion): string {
  return kind.codePrefix ? `${kind.codePrefix}${promotion.id}` : promotion.code;
}
