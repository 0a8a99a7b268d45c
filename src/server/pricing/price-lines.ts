/** What a bag costs, from what was read (R100). Pure: the same input gives the same bag, whatever the order of the promotions. */
import { codes } from '#lib/contract/codes.ts';
import type { VariantRecord } from '../catalog/records.ts';
import { piecesForSale } from '../catalog/stock.ts';
import { applyCoupon } from '../promotions/coupon.ts';
import { activeOnePrices, lowestOnePrice, type OnePricePromotion } from '../promotions/one-price.ts';
import { nextChange, type ProductCollections, type Promotion } from '../promotions/promotion.ts';
import { lineProblem, lineStatus } from './line-problem.ts';
import type { BagLine, PricedBag, PricedLine } from './priced-bag.ts';
import { checkTailor } from './tailor.ts';

/** Everything about the shop that prices depend on, at one instant. */
export interface PriceFacts {
  variants: ReadonlyMap<number, VariantRecord>;
  promotions: readonly Promotion[];
  /** Of the lines' products. */
  collections: ProductCollections;
  /** ISO 4217 code of all amounts. */
  currency: string;
  /** ms UTC. */
  now: number;
}

/**
 * Prices the lines in their order. Lines that cannot be bought keep their place with status 0.
 * Steps of R100: unit prices with one-price promotions, then the coupon; kinds 1, 2-bundle, 4, 5, 6, 7 and 10 come between,
 * each taking `PricedLine`s and returning them discounted.
 * @param coupon code as typed, '' for none; one that cannot be used is left out, `couponRefusal` says why
 */
export function priceLines(lines: readonly BagLine[], facts: PriceFacts, coupon: string): PricedBag {
  const onePrices = activeOnePrices(facts.promotions, facts.now);
  const left = new Map<number, number>();
  const priced = lines.map((line) => priceLine(line, facts, onePrices, left));
  const { lines: finished, ...couponPart } = withCoupon(priced, facts, coupon);
  const paid = finished.filter(counts);
  return {
    currency: facts.currency,
    lines: finished,
    totalPay: paid.reduce((all, line) => all + line.amount - line.discount, 0),
    totalDiscount: paid.reduce((all, line) => all + line.discount, 0),
    needSecondConfirm: false,
    ...couponPart,
    changesAt: nextChange(facts.promotions, facts.now),
  };
}

/** Unit price of a variant before any customisation: the lowest of its own and the one-price promotions (PRICE-19, PRICE-20). */
export function variantPrice(
  variant: VariantRecord,
  onePrices: readonly OnePricePromotion[],
  collections: ProductCollections,
): number {
  return lowestOnePrice(onePrices, variant.productId, collections, variant.price);
}

/** Options of the line, where it names any, and its customisation against the product as it is now. */
export function fitOf(line: Pick<BagLine, 'tailor' | 'optionValues'>, variant: VariantRecord) {
  const tailor = checkTailor(variant.customOptions, line.tailor);
  const optionsFit =
    !line.optionValues?.length ||
    (line.optionValues.length === variant.optionValues.length &&
      line.optionValues.every((value, index) => value === variant.optionValues[index]));
  return optionsFit ? tailor : { status: 0 as const, price: 0 };
}

/** Only selected, available lines that are no gifts count towards totals and thresholds (R100). */
export function counts({ line, status }: PricedLine): boolean {
  return line.isSelected && status === 1 && !line.isGift;
}

function priceLine(
  line: BagLine,
  facts: PriceFacts,
  onePrices: readonly OnePricePromotion[],
  left: Map<number, number>,
): PricedLine {
  const variant = facts.variants.get(line.variantId) ?? null;
  const fit = variant ? fitOf(line, variant) : { status: 0 as const, price: 0 };
  const available = left.get(line.variantId) ?? (variant ? piecesForSale(variant) : 0);
  const problem = lineProblem(line, variant, {
    tailorFits: fit.status === 1,
    left: available,
    isGiftAllowed: false,
    isGroupValid: line.code === '',
  });
  const status = lineStatus(problem);
  if (line.isSelected && status === 1) left.set(line.variantId, Math.max(0, available - line.quantity));
  const isFree = line.isGift || !variant;
  const unitPrice = isFree ? 0 : variantPrice(variant, onePrices, facts.collections) + fit.price;
  const originalPrice = isFree ? 0 : variant.price + fit.price;
  return {
    line,
    variant,
    unitPrice,
    originalPrice,
    amount: unitPrice * line.quantity,
    discount: 0,
    promotion: null,
    status,
    problem,
  };
}

/** Step 5: the coupon, on what the lines that count still cost. */
function withCoupon(
  lines: PricedLine[],
  { promotions, collections, now }: PriceFacts,
  coupon: string,
): Pick<PricedBag, 'lines' | 'coupon' | 'couponPromotionId' | 'couponRefusal'> {
  const without = { lines, coupon: '', couponPromotionId: null, couponRefusal: codes.ok };
  if (coupon.trim() === '') return without;
  const base = lines.filter(counts);
  const wanted = base.map(({ line, amount, discount }) => ({
    productId: line.productId,
    quantity: line.quantity,
    payable: amount - discount,
  }));
  const result = applyCoupon(wanted, promotions, collections, coupon, now);
  if (result.code !== codes.ok) return { ...without, couponRefusal: result.code };
  const { promotion, discounts } = result;
  const shares = new Map(base.map((line, index) => [line, discounts[index] ?? null]));
  return {
    lines: lines.map((line) => {
      const share = shares.get(line) ?? null;
      if (share === null) return line;
      return { ...line, discount: line.discount + share, promotion: line.promotion ?? promotion };
    }),
    coupon: promotion.code,
    couponPromotionId: promotion.id,
    couponRefusal: codes.ok,
  };
}
