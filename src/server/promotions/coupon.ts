/** Coupons (R102): a code that takes something off the lines in its range. Pure; amounts are minor units. */
import { z } from 'zod';
import { codes } from '#lib/contract/codes.ts';
import { allocate } from '#lib/money/allocate.ts';
import { percentOf } from '#lib/money/decimal.ts';
import { isActive, isInRange, type ProductCollections, type Promotion } from './promotion.ts';

export const couponRules = z.object({
  condition: z.enum(['amount', 'quantity']).default('amount'),
  /** Minor units or pieces, measured on the base. */
  min: z.number().int().min(0).default(0),
  mode: z.enum(['percent', 'amount_off']),
  /** Percent, or minor units. */
  value: z.number().min(0),
  max_discount: z.number().int().min(0).nullable().default(null),
  stack: z.boolean().default(false),
  auto_fill: z.boolean().default(false),
});
export type CouponRules = z.output<typeof couponRules>;

/** What the coupon looks at of a line that counts. */
export interface CouponLine {
  productId: number;
  quantity: number;
  /** What the line still costs. */
  payable: number;
}

export type CouponRefusal =
  | typeof codes.couponUnknown
  | typeof codes.couponConditions
  | typeof codes.couponUsedUp;

export type CouponResult =
  | {
      code: typeof codes.ok;
      promotion: Promotion /** For each line, null outside the base. */;
      discounts: (number | null)[];
    }
  | { code: CouponRefusal };

/**
 * Takes the coupon off the lines in its range, split by what they still cost.
 * @param typed the code as the shopper typed it; case and surrounding space do not count
 * @param now ms UTC
 */
export function applyCoupon(
  lines: readonly CouponLine[],
  promotions: readonly Promotion[],
  collections: ProductCollections,
  typed: string,
  now: number,
): CouponResult {
  const promotion = promotions.find((entry) => isCouponOf(entry, typed) && isActive(entry, now));
  const rules = couponRules.safeParse(promotion?.rules);
  if (!promotion || !rules.success) return { code: codes.couponUnknown };
  if (promotion.usageLimit !== null && promotion.usedCount >= promotion.usageLimit)
    return { code: codes.couponUsedUp };

  const base = lines.map((line) => (isInRange(promotion, line.productId, collections) ? line : null));
  const inBase = base.filter((line) => line !== null);
  const amount = inBase.reduce((all, line) => all + line.payable, 0);
  const pieces = inBase.reduce((all, line) => all + line.quantity, 0);
  const measure = rules.data.condition === 'amount' ? amount : pieces;
  if (inBase.length === 0 || measure < rules.data.min) return { code: codes.couponConditions };

  const shares = allocate(
    discountOf(rules.data, amount),
    base.map((line) => line?.payable ?? 0),
  );
  return { code: codes.ok, promotion, discounts: base.map((line, index) => (line ? shares[index]! : null)) };
}

function isCouponOf(promotion: Promotion, typed: string): boolean {
  const code = typed.trim().toUpperCase();
  return promotion.kind === 'code' && code !== '' && promotion.code.toUpperCase() === code;
}

function discountOf(rules: CouponRules, amount: number): number {
  const off = rules.mode === 'percent' ? percentOf(amount, rules.value) : Math.round(rules.value);
  return Math.min(off, amount, rules.max_discount ?? amount);
}
