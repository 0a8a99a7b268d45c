/**
 * Prices a bag (R100). Pure: the same input always gives the same result, and no total depends on the order of the lines or
 * promotions.
 */
import * as codes from '#lib/contract/codes.ts';
import { unitsForSale } from '../catalog/stock.ts';
import type { AppliedDiscount, EligibleLine } from './applied-discount.ts';
import { applyBagPromotions } from './bag-step.ts';
import {
  autoFillCode,
  type BagAfterCoupon,
  type BagBeforeCoupon,
  bagWithoutCoupon,
  type CouponEvaluator,
  computeLineCosts,
  createCouponEvaluator,
  findCoupon,
} from './coupon-step.ts';
import { computeGifts, createRemainingUnitsLookup, validateGiftLines } from './gifts-step.ts';
import { computeGroupDiscounts, type GroupValidation, validateGroups } from './groups-step.ts';
import { lineProblem, lineStatus } from './line-problem.ts';
import { type Offers, parseActiveOffers, type StepOffers } from './offers.ts';
import type { AppliedPromotion, BagLine, PricedBag, PricedLine, PromotionStatus } from './priced-bag.ts';
import { checkLineOptions, type PricingCatalogue } from './pricing-data.ts';
import { nextChange, type Promotion } from './promotion.ts';
import type { ActivePromotion } from './promotion-kind.ts';
import { unitPrice } from './unit-price.ts';

/** Applies to each product the promotion with the largest discount. Between equal discounts, the higher priority wins. */
function applyProductPromotions(
  lines: readonly EligibleLine[],
  offers: StepOffers<'product'>,
): AppliedDiscount[] {
  if (offers.all.length === 0) return [];
  const appliedDiscounts: AppliedDiscount[] = [];
  for (const [productId, productLines] of Map.groupBy(lines, (line) => line.productId)) {
    let best:
      | (Pick<AppliedDiscount, 'lineDiscounts' | 'discount'> & { active: ActivePromotion<'product'> })
      | null = null;
    for (const active of offers.forProduct(productId)) {
      const lineDiscounts = active.offer.compute(productLines);
      if (!lineDiscounts) continue;
      const discount = lineDiscounts.reduce((all, share) => all + share, 0);
      if (best === null || discount > best.discount) best = { active, lineDiscounts, discount };
    }
    if (best)
      appliedDiscounts.push({
        ...best,
        lines: productLines,
        status: 1,
        next: best.active.offer.next(productLines),
      });
  }
  return appliedDiscounts;
}

/** The coupon that the shopper entered; `code` is '' for none. */
export interface RequestedCoupon {
  code: string;
  /** Whether the shopper accepted that the coupon makes the total discount smaller (R102). */
  isConfirmed?: boolean;
}

export const noCoupon: RequestedCoupon = { code: '' };

/**
 * Prices the lines and returns them in the given order; lines that cannot be bought are returned with status 0. The steps: unit
 * prices (1), bundle groups and the best promotion of each product (2), bag promotions on unclaimed lines (3), gifts (4), the
 * requested coupon (5). An unusable coupon is ignored; `couponRefusal` has the reason.
 * @param promotions stored promotions; those not active at `now` are ignored
 * @param now ms UTC
 */
export function priceBag(
  lines: readonly BagLine[],
  catalogue: PricingCatalogue,
  promotions: readonly Promotion[],
  coupon: RequestedCoupon,
  now: number,
): PricedBag {
  const offers = parseActiveOffers(promotions, catalogue.collections, now);
  const unitPriced = lines.map((line) => priceLine(line, catalogue, offers));
  const groups = validateGroups(unitPriced, offers);
  const checkedLines = withStock(
    unitPriced.map((line) => withGroupStatus(line, groups)),
    catalogue,
  );
  const pricedByLine = new Map(unitPriced.map((line, index) => [line, checkedLines[index]!]));
  const counted = countedLines(checkedLines);
  const countedByLine = new Map(counted.map((line) => [line.source, line]));

  const grouped = computeGroupDiscounts(
    groups.fitting.map(({ active, lines: group }) => ({
      active,
      lines: group.map((line) => pricedByLine.get(line)!),
    })),
    countedByLine,
  );
  const ungroupedLines = counted.filter(({ source }) => source.line.code === '');
  const products = applyProductPromotions(ungroupedLines, offers.product);
  const inProducts = new Set(products.flatMap(({ lines }) => lines));
  const unclaimed = ungroupedLines.filter((line) => !inProducts.has(line));
  const beforeCoupon: BagBeforeCoupon = {
    counted,
    unaffectedByCoupon: [...grouped, ...products],
    unclaimed: unclaimed,
    bag: applyBagPromotions(unclaimed, offers.bag),
  };

  const remainingUnits = createRemainingUnitsLookup(counted, catalogue);
  const gifts = computeGifts(counted, computeLineCosts(beforeCoupon), offers, catalogue, remainingUnits);
  const giftLines = validateGiftLines(
    canonical(checkedLines.filter(({ line }) => line.isGift)),
    gifts,
    remainingUnits,
  );

  const couponEvaluator = createCouponEvaluator(beforeCoupon, offers, catalogue.collections);
  const { after, ...couponPart } = applyRequestedCoupon(coupon, beforeCoupon, offers, couponEvaluator);
  const finished = withDiscounts(checkedLines, giftLines, countedByLine, beforeCoupon, after);
  const amount = counted.reduce((all, line) => all + line.amount, 0);
  return {
    currency: catalogue.currency,
    lines: finished,
    totalPay: amount - after.discount,
    totalDiscount: after.discount,
    ...couponPart,
    gifts,
    applied: listAppliedPromotions(finished, [
      ...beforeCoupon.unaffectedByCoupon,
      ...after.bag.appliedDiscounts,
      ...(after.coupon ? [after.coupon] : []),
    ]),
    changesAt: nextChange(promotions, now),
  };
}

/** Returns whether a line counts towards totals and thresholds (R100): it must be selected, available and not a gift. */
export function isEligibleLine({ line, status }: PricedLine): boolean {
  return line.isSelected && status === 1 && !line.isGift;
}

/**
 * Applies pricing step 1 (unit price) and checks whether the line could be bought on its own; `withStock` later distributes the
 * stock among all lines.
 */
function priceLine(line: BagLine, catalogue: PricingCatalogue, offers: Offers): PricedLine {
  const variant = catalogue.variants.get(line.variantId) ?? null;
  const customisation = variant
    ? checkLineOptions(line, variant, catalogue)
    : { status: 0 as const, price: 0 };
  const problem = lineProblem(line, variant, {
    isCustomisationValid: customisation.status === 1,
    remaining: Number.POSITIVE_INFINITY,
    // Gifts are checked in step 4.
    isGiftAllowed: false,
    isGroupValid: true,
  });
  const hasNoPrice = line.isGift || !variant;
  const variantPrice = hasNoPrice
    ? { price: 0, loweredBy: null }
    : unitPrice(offers.unit, variant.productId, variant.price);
  const price = hasNoPrice ? 0 : variantPrice.price + customisation.price;
  const promotionStatus: PromotionStatus | null =
    variantPrice.loweredBy === null
      ? null
      : { promotion: variantPrice.loweredBy.promotion, status: 1, next: null };
  return {
    line,
    variant,
    unitPrice: price,
    originalPrice: hasNoPrice ? 0 : variant.price + customisation.price,
    amount: price * line.quantity,
    discount: 0,
    promotionStatus: lineStatus(problem) === 1 ? promotionStatus : null,
    status: lineStatus(problem),
    problem,
  };
}

/** Sets the problem `changed` on a line whose group does not match an active promotion: the shopper must choose again. */
function withGroupStatus(priced: PricedLine, groups: GroupValidation): PricedLine {
  const promotionStatus = groups.statuses.get(priced);
  if (promotionStatus === undefined) return priced;
  if (promotionStatus && promotionStatus.status !== 0) return { ...priced, promotionStatus };
  const problem = priced.problem === '' ? 'changed' : priced.problem;
  return { ...priced, status: 0, problem, promotionStatus };
}

/**
 * Distributes the stock of each variant among its lines in order. A line that exceeds the remaining stock gets the problem
 * `not_enough` but stays available.
 */
function withStock(lines: readonly PricedLine[], { variants }: PricingCatalogue): PricedLine[] {
  const remaining = new Map<number, number>();
  return lines.map((priced) => {
    const { line, status, problem } = priced;
    const variant = variants.get(line.variantId);
    if (status === 0 || problem !== '' || !variant) return priced;
    const available = remaining.get(line.variantId) ?? unitsForSale(variant);
    if (line.isSelected) remaining.set(line.variantId, Math.max(0, available - line.quantity));
    return line.quantity > available ? { ...priced, problem: 'not_enough' as const } : priced;
  });
}

/** Sorts lines by variant, then by random id, so that the order of lines in the bag does not affect how ties are broken. */
function canonical(lines: readonly PricedLine[]): PricedLine[] {
  return [...lines].sort(
    ({ line: a, unitPrice: priceA }, { line: b, unitPrice: priceB }) =>
      a.variantId - b.variantId ||
      compareText(a.randomId, b.randomId) ||
      a.quantity - b.quantity ||
      priceA - priceB ||
      compareText(a.code, b.code),
  );
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function countedLines(lines: readonly PricedLine[]): EligibleLine[] {
  return canonical(lines.filter(isEligibleLine)).map((source, at) => ({
    at,
    source,
    productId: source.line.productId,
    variantId: source.line.variantId,
    quantity: source.line.quantity,
    unitPrice: source.unitPrice,
    amount: source.amount,
  }));
}

type CouponPart = Pick<
  PricedBag,
  'coupon' | 'couponPromotionId' | 'couponRefusal' | 'couponGap' | 'needSecondConfirm' | 'autoFillCoupon'
>;

/** Applies the requested coupon (pricing step 5). If none is requested, finds the coupon to auto-fill. */
function applyRequestedCoupon(
  { code, isConfirmed = false }: RequestedCoupon,
  beforeCoupon: BagBeforeCoupon,
  offers: Offers,
  couponEvaluator: CouponEvaluator,
): CouponPart & { after: BagAfterCoupon } {
  const without = bagWithoutCoupon(beforeCoupon);
  const none: CouponPart = {
    coupon: '',
    couponPromotionId: null,
    couponRefusal: codes.ok,
    couponGap: null,
    needSecondConfirm: false,
    autoFillCoupon: '',
  };
  if (code.trim() === '') {
    return { ...none, autoFillCoupon: autoFillCode(offers, couponEvaluator, without), after: without };
  }
  const found = findCoupon(offers, code);
  if (typeof found === 'number') return { ...none, couponRefusal: found, after: without };
  const after = couponEvaluator.apply(found);
  if (!after) {
    const couponGap = { hint: couponEvaluator.gap(found), promotion: found.promotion };
    return { ...none, couponRefusal: codes.couponConditionsNotMet, couponGap, after: without };
  }
  if (after.discount < without.discount && !isConfirmed) {
    return { ...none, needSecondConfirm: true, after: without };
  }
  const { promotion } = found;
  return { ...none, coupon: promotion.code, couponPromotionId: promotion.id, after };
}

/** Returns the lines, each with its share of all discounts and the promotion that claimed it. */
function withDiscounts(
  checkedLines: readonly PricedLine[],
  giftLines: ReadonlyMap<PricedLine, PricedLine>,
  countedByLine: ReadonlyMap<PricedLine, EligibleLine>,
  beforeCoupon: BagBeforeCoupon,
  { bag, coupon }: BagAfterCoupon,
): PricedLine[] {
  const discounts = beforeCoupon.counted.map(() => 0);
  const statuses: (PromotionStatus | undefined)[] = [];
  for (const { active, lines, lineDiscounts, status, next } of [
    ...beforeCoupon.unaffectedByCoupon,
    ...bag.appliedDiscounts,
    ...(coupon ? [coupon] : []),
  ]) {
    for (const [index, { at }] of lines.entries()) {
      discounts[at]! += lineDiscounts[index]!;
      statuses[at] ??= { promotion: active.promotion, status, next };
    }
  }
  return checkedLines.map((line) => {
    const counted = countedByLine.get(line);
    if (!counted) return giftLines.get(line) ?? line;
    const promotionStatus = statuses[counted.at] ?? bag.waiting.get(counted) ?? line.promotionStatus;
    return { ...line, discount: discounts[counted.at]!, promotionStatus };
  });
}

/** Returns the promotions that affected the prices, each promotion once. */
function listAppliedPromotions(
  lines: readonly PricedLine[],
  appliedDiscounts: readonly AppliedDiscount[],
): AppliedPromotion[] {
  const applied = new Map<number, AppliedPromotion>();
  for (const { active, discount, status } of appliedDiscounts) {
    if (status !== 1) continue;
    const before = applied.get(active.promotion.id)?.discount ?? 0;
    applied.set(active.promotion.id, { promotion: active.promotion, discount: before + discount });
  }
  for (const { promotionStatus, status, line } of lines) {
    if (
      status === 1 &&
      line.isSelected &&
      promotionStatus?.status === 1 &&
      !applied.has(promotionStatus.promotion.id)
    )
      applied.set(promotionStatus.promotion.id, { promotion: promotionStatus.promotion, discount: 0 });
  }
  return [...applied.values()];
}
