/** Step 2 of bag pricing (R100): discounts for groups of lines that are sold together. Pure. */
import { allocate } from '#lib/money/allocate.ts';
import type { AppliedDiscount, EligibleLine } from './applied-discount.ts';
import type { Offers } from './offers.ts';
import type { PricedLine, PromotionStatus } from './priced-bag.ts';
import type { ActivePromotion } from './promotion-kind.ts';

/** A group of bag lines that meets the rules of its promotion. */
export interface FittingGroup {
  active: ActivePromotion<'group'>;
  lines: PricedLine[];
}

export interface GroupValidation {
  fitting: FittingGroup[];
  /**
   * Promotion status of each line in a group: status 0 if the group does not match its promotion, null if no active promotion has
   * the group's code.
   */
  statuses: ReadonlyMap<PricedLine, PromotionStatus | null>;
}

/**
 * Validates each group in the bag: its lines must be available, must be either all selected or all unselected, and must match the
 * promotion.
 */
export function validateGroups(lines: readonly PricedLine[], offers: Offers): GroupValidation {
  const fitting: FittingGroup[] = [];
  const statuses = new Map<PricedLine, PromotionStatus | null>();
  const grouped = lines.filter(({ line }) => line.code !== '');
  for (const group of Map.groupBy(grouped, ({ line }) => `${line.group}\n${line.code}`).values()) {
    const active = offers.groups.get(group[0]!.line.code);
    const match = active && isWhole(group) ? active.offer.match(group.map(toOfferLine)) : null;
    if (active && match) fitting.push({ active, lines: group });
    const promotionStatus: PromotionStatus | null = active
      ? {
          promotion: active.promotion,
          status: !match ? 0 : match.isAchieved ? 1 : 2,
          next: match?.next ?? null,
        }
      : null;
    for (const line of group) statuses.set(line, promotionStatus);
  }
  return { fitting, statuses };
}

/** Returns the discounts of the groups whose lines count towards the total. */
export function computeGroupDiscounts(
  fitting: readonly FittingGroup[],
  counted: ReadonlyMap<PricedLine, EligibleLine>,
): AppliedDiscount[] {
  return fitting.flatMap(({ active, lines: group }) => {
    const lines = group.flatMap((line) => counted.get(line) ?? []).sort((left, right) => left.at - right.at);
    const match = lines.length === 0 ? null : active.offer.match(lines);
    if (!match) return [];
    return [
      {
        active,
        lines,
        discount: match.discount,
        lineDiscounts: allocate(
          match.discount,
          lines.map((line) => line.amount),
        ),
        status: match.isAchieved ? 1 : 2,
        next: match.next,
      },
    ];
  });
}

function isWhole(group: readonly PricedLine[]): boolean {
  return group.every(
    ({ line, status }) => status === 1 && !line.isGift && line.isSelected === group[0]!.line.isSelected,
  );
}

function toOfferLine({ line, unitPrice, amount }: PricedLine) {
  return {
    productId: line.productId,
    variantId: line.variantId,
    quantity: line.quantity,
    unitPrice,
    amount,
  };
}
