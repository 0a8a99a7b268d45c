/** Step 4 of bag pricing (R108): finds the gifts that the bag has earned and checks its gift lines. Pure; amounts are in minor units. */
import { unitsForSale } from '../catalog/stock.ts';
import type { EligibleLine } from './applied-discount.ts';
import { conditionValue } from './condition-measure.ts';
import { lineProblem, lineStatus } from './line-problem.ts';
import type { Offers } from './offers.ts';
import type { GiftPromotion, PricedLine } from './priced-bag.ts';
import type { PricingCatalogue } from './pricing-data.ts';
import type { ActivePromotion, GiftStep } from './promotion-kind.ts';
import { findReachedStep, type PromotionMessage } from './promotion-message.ts';

/** Returns how many units of a variant remain in stock for gifts after subtracting the units in the bag's paid lines. */
export type RemainingUnitsLookup = (variantId: number) => number;

export function createRemainingUnitsLookup(
  counted: readonly EligibleLine[],
  { variants }: PricingCatalogue,
): RemainingUnitsLookup {
  const usedUnits = new Map<number, number>();
  for (const { variantId, quantity } of counted) {
    usedUnits.set(variantId, (usedUnits.get(variantId) ?? 0) + quantity);
  }
  return (id) => {
    const variant = variants.get(id);
    return variant ? Math.max(0, unitsForSale(variant) - (usedUnits.get(id) ?? 0)) : 0;
  };
}

/**
 * Returns every full-gift promotion that applies to a product in the bag, and marks the highest gift tier that the bag has reached.
 * @param payable cost of each counted line after pricing step 3, indexed by the line's `at`
 */
export function computeGifts(
  counted: readonly EligibleLine[],
  payable: readonly number[],
  offers: Offers,
  catalogue: PricingCatalogue,
  remainingUnits: RemainingUnitsLookup,
): GiftPromotion[] {
  const sums = new Map<ActivePromotion<'gift'>, { amount: number; quantity: number }>();
  if (offers.gift.all.length > 0) {
    for (const line of counted) {
      for (const active of offers.gift.forProduct(line.productId)) {
        const sum = sums.get(active) ?? { amount: 0, quantity: 0 };
        sum.amount += payable[line.at]!;
        sum.quantity += line.quantity;
        sums.set(active, sum);
      }
    }
  }
  return offers.gift.all.flatMap((active) => {
    const sum = sums.get(active);
    if (!sum) return [];
    const { condition, steps } = active.offer;
    const measure = conditionValue(condition, sum.amount, sum.quantity);
    const reached = findReachedStep(steps, measure);
    return [
      {
        promotion: active.promotion,
        steps: steps.map((step, index) => ({
          position: step.position,
          isAchieved: index === reached,
          hint: hintOf(step, index - reached, step.min - measure, condition === 'amount'),
          gifts: step.gifts.map((gift) => ({
            gift,
            variant: catalogue.variants.get(gift.variant_id) ?? null,
            remaining: remainingUnits(gift.variant_id),
          })),
        })),
      },
    ];
  });
}

/**
 * Returns the message that the bag shows for a gift tier.
 * @param ahead position relative to the reached tier: 0 is the reached tier, positive numbers are higher tiers
 */
function hintOf(step: GiftStep, ahead: number, missing: number, isMoney: boolean): PromotionMessage {
  if (ahead === 0) return { desc: step.gifts.length > 1 ? 'Your gifts' : 'Your gift', params: [] };
  if (ahead < 0) return { desc: 'You have reached a better gift', params: [] };
  return isMoney
    ? { desc: 'Spend {0} more for a gift', params: [{ money: missing }] }
    : { desc: 'Buy {0} more for a gift', params: [missing] };
}

/**
 * Checks the bag's gift lines. The reached tier allows `auto_car` lines of each of its gifts (one line if `auto_car` is 0). Each
 * line has one unit, and a gift never gets more units than are in stock.
 * @param lines gift lines in canonical order (price-bag.ts)
 */
export function validateGiftLines(
  lines: readonly PricedLine[],
  gifts: readonly GiftPromotion[],
  remainingUnits: RemainingUnitsLookup,
): Map<PricedLine, PricedLine> {
  const allowed = new Map<
    string,
    { promotion: GiftPromotion['promotion']; lines: number; autoCar: number }
  >();
  for (const { promotion, steps } of gifts) {
    for (const step of steps.filter(({ isAchieved }) => isAchieved)) {
      for (const { gift } of step.gifts) {
        const key = giftKey(promotion.id, step.position, gift.variant_id);
        allowed.set(key, { promotion, lines: Math.max(1, gift.auto_car), autoCar: gift.auto_car });
      }
    }
  }
  const grantedUnits = new Map<number, number>();
  const validated = new Map<PricedLine, PricedLine>();
  for (const priced of lines) {
    const { line, variant } = priced;
    const allowance = allowed.get(giftKey(line.giftDiscountId, line.giftPosition, line.variantId));
    const isGiftAllowed =
      allowance !== undefined && allowance.lines > 0 && line.quantity === 1 && line.code === '';
    const before = grantedUnits.get(line.variantId) ?? 0;
    const problem = lineProblem(line, variant, {
      // Gifts cannot be customised: a customisation on a gift would be neither charged nor validated.
      isCustomisationValid: line.tailor.length === 0,
      remaining: remainingUnits(line.variantId) - before,
      isGiftAllowed,
      isGroupValid: line.code === '',
    });
    if (isGiftAllowed) allowance.lines -= 1;
    if (problem === '') grantedUnits.set(line.variantId, before + 1);
    validated.set(priced, {
      ...priced,
      problem,
      status: lineStatus(problem),
      promotionStatus:
        isGiftAllowed && allowance ? { promotion: allowance.promotion, status: 1, next: null } : null,
    });
  }
  return validated;
}

function giftKey(promotionId: number | undefined, position: number | undefined, variantId: number): string {
  return `${promotionId}:${position}:${variantId}`;
}
