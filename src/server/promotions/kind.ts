/**
 * What a kind of promotion is. A kind takes part in one step of R100; its rules, once read, answer that step's question, and
 * the steps know nothing else about it. A new kind is one file, its name and its place in kinds.ts (CONTRIBUTING.md). Pure; amounts are minor units.
 */
import type { z } from 'zod';
import type { PromotionKind } from '#lib/contract/promotion-kinds.ts';
import type { Hint } from './hint.ts';
import type { Promotion } from './promotion.ts';
import { type RuleFields, storedFields } from './rule-fields.ts';

/** What promotions look at of a line that counts. */
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

/** Step 2, lines sold together under one code. */
export interface GroupOffer {
  /**
   * What is taken off the group, all its sets together; null when its contents are not what the rules ask for.
   * `isAchieved` false: the contents fit, but more is needed for a discount.
   */
  match(lines: readonly OfferLine[]): { discount: number; isAchieved: boolean; next: Hint | null } | null;
  /** Ids of the products the offer is of; where it is of certain variants only, theirs. */
  products: readonly number[];
  variants: readonly number[];
}

/** Step 2, after groups: the variants of one product. */
export interface ProductOffer {
  /** What is taken off each line, null when nothing is achieved. What is answered takes all lines of the product, those with 0 too. */
  compute(lines: readonly OfferLine[]): number[] | null;
  /** What the next step asks for, null when there is none. */
  next(lines: readonly OfferLine[]): Hint | null;
}

/** Step 3: what is left of the bag. */
export interface BagOffer {
  /** @param amount of all its lines; @param pieces of all its lines */
  compute(amount: number, pieces: number): { discount: number; isAchieved: boolean; next: Hint | null };
}

export interface GiftStep {
  position: number;
  min: number;
  gifts: { product_id: number; variant_id: number; auto_car: number }[];
}

/** Step 4. */
export interface GiftOffer {
  /** With min going up. */
  steps: readonly GiftStep[];
  condition: 'amount' | 'quantity';
}

/** Step 5. */
export interface CouponOffer {
  /** False: lines of groups and multi_spec stay out, and tier discounts on its lines are taken away. */
  stacks: boolean;
  fillsItself: boolean;
  /** Its condition: what its lines must cost, or how many units they must be. */
  condition: 'amount' | 'quantity';
  min: number;
  /** What it takes off lines that cost `amount`; null when its condition is not met. */
  compute(amount: number, pieces: number): number | null;
}

interface OfferOf {
  unit: UnitOffer;
  group: GroupOffer;
  product: ProductOffer;
  bag: BagOffer;
  gift: GiftOffer;
  coupon: CouponOffer;
}
export type Step = keyof OfferOf;

export interface Kind<At extends Step = Step> {
  /** As in the column `kind`. */
  name: PromotionKind;
  discountType: number;
  step: At;
  /** Group kinds without a code of their own: lines say prefix and promotion id, as `SB12`. */
  codePrefix?: string;
  /** How a merchant's rules become stored ones. */
  rulesFrom(fields: RuleFields): z.ZodType<unknown, unknown>;
  /** Rules of a promotion, read once; null when they do not fit, and the promotion is left out. */
  read(rules: unknown): OfferOf[At] | null;
}
export type AnyKind = { [At in Step]: Kind<At> }[Step];

/** A promotion that holds now, with its rules read. */
export interface Active<At extends Step = Step> {
  promotion: Promotion;
  kind: Kind<At>;
  offer: OfferOf[At];
}

/** Writes one kind; rules are read once for each object that holds them. */
export function defineKind<At extends Step, Rules extends z.ZodType>(definition: {
  name: PromotionKind;
  discountType: number;
  step: At;
  codePrefix?: string;
  rules: (fields: RuleFields) => Rules;
  offer: (rules: z.output<Rules>) => OfferOf[At];
}): Kind<At> & { schema: Rules } {
  const schema = definition.rules(storedFields);
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

/** The code that lines of a group carry for this promotion. */
export function groupCode(kind: Pick<Kind, 'codePrefix'>, promotion: Promotion): string {
  return kind.codePrefix ? `${kind.codePrefix}${promotion.id}` : promotion.code;
}
