/**
 * Converts a priced bag to the API format: one group per promotion and per bundle, one group for all other lines, and exact totals (R100).
 * Pure.
 */
import { promotionKinds } from '#lib/contract/promotion-kinds.ts';
import type { WireBagDiscount, WireGroup, WireItem } from '#lib/contract/wire-checkout-group.ts';
import type { WireDiscount } from '#lib/contract/wire-discount.ts';
import { toWire } from '#lib/money/minor.ts';
import { discountTypeFromCode } from '../promotions/kinds.ts';
import { isEligibleLine } from '../promotions/price-bag.ts';
import type {
  GiftPromotion,
  OfferedGift,
  PricedBag,
  PricedLine,
  PromotionStatus,
} from '../promotions/priced-bag.ts';
import { titleMessage } from '../promotions/promotion-message.ts';
import { toWireGift, toWireMessage } from '../promotions/wire.ts';

type Amount = (minor: number) => number;

export function toDiscountResponse(bag: PricedBag): WireBagDiscount {
  const amount: Amount = (minor) => toWire(minor, bag.currency);
  const groups = Map.groupBy(bag.lines, groupKey);
  const achievedSteps = bag.gifts.flatMap(({ steps }) => steps.filter(({ isAchieved }) => isAchieved));
  return {
    checkout_items: [...groups.values()].map((lines) => toGroup(lines, bag)),
    total_pay_amount: amount(bag.totalPay),
    total_discount_amount: amount(bag.totalDiscount),
    discount_gifts: bag.gifts.map((promotion) => toGiftDiscount(promotion, bag.currency)),
    gift_products: achievedSteps.flatMap(({ gifts }) => toGifts(gifts, bag.currency)),
    auto_fill_coupon_code: bag.autoFillCoupon,
    coupon: bag.coupon,
    need_second_confirm: bag.needSecondConfirm,
  };
}

/** Returns the key of a line's group: lines of the same promotion form a group, and so does each bundle; '' for all other lines. */
function groupKey({ line, promotionStatus }: PricedLine): string {
  if (line.code !== '') return `group ${line.code} ${line.group}`;
  return promotionStatus ? `promotion ${promotionStatus.promotion.id}` : '';
}

function toGroup(lines: PricedLine[], bag: PricedBag): WireGroup {
  const { line, promotionStatus } = lines[0]!;
  const variant_items = lines.map((priced) => toItem(priced, bag));
  if (!promotionStatus && line.code === '') return { variant_items };
  return { variant_items, discount: toDiscount(promotionStatus, line.code, lines, bag.currency) };
}

/**
 * Converts the discount of a group to the API format. If the code of a bundle belongs to no promotion, the discount has status 0
 * (disabled).
 */
function toDiscount(
  promotionStatus: PromotionStatus | null,
  code: string,
  lines: PricedLine[],
  currency: string,
): WireDiscount {
  const paid = lines.filter(isEligibleLine);
  const origin = paid.reduce((all, line) => all + line.amount, 0);
  const discount = paid.reduce((all, line) => all + line.discount, 0);
  const promotion = promotionStatus?.promotion;
  return {
    status: promotionStatus?.status ?? 0,
    seo_url: promotion?.seoUrl ?? '',
    discount_type: promotion?.discountType ?? discountTypeFromCode(code),
    discount_id: promotion?.id ?? 0,
    discount_code: code || (promotion?.code ?? ''),
    ...(promotionStatus
      ? toWireMessage(promotionStatus.next ?? titleMessage(promotionStatus.promotion.title), currency)
      : { desc: '', params: [] }),
    amounts: {
      origin_amount: toWire(origin, currency),
      discount_amount: toWire(discount, currency),
      pay_amount: toWire(origin - discount, currency),
    },
    json_config: promotion?.banner ?? { cartShowDiscount: false, bannerBgColor: '', bannerFontColor: '' },
  };
}

function toItem(priced: PricedLine, bag: PricedBag): WireItem {
  const { line, variant, promotionStatus } = priced;
  const amount: Amount = (minor) => toWire(minor, bag.currency);
  const gift = line.isGift ? giftOf(priced, bag.gifts) : null;
  return {
    product_id: line.productId,
    variant_id: line.variantId,
    quantity: line.quantity,
    variant_price: amount(priced.unitPrice),
    original_price: amount(priced.originalPrice),
    title: variant?.productTitle ?? '',
    is_selected: line.isSelected ? 1 : 0,
    is_gift: line.isGift ? 1 : 0,
    gift_discount_id: line.giftDiscountId ?? null,
    discount_rule_position: line.giftPosition ?? null,
    auto_car: gift?.gift.auto_car ?? null,
    is_disable_gift: priced.problem === 'gift_lost' ? 1 : 0,
    tailor_req_list: line.tailor,
    random_id: line.randomId,
    sku_bundle_id:
      promotionStatus?.promotion.kind === promotionKinds.skuBundle ? promotionStatus.promotion.id : null,
    status: priced.status,
    problem: priced.problem,
    origin_amount: amount(priced.amount),
    discount_amount: amount(priced.discount),
    pay_amount: amount(priced.amount - priced.discount),
  };
}

/** Returns the promotion's offer for the gift on a gift line; null if the promotion tier of the line does not offer this gift. */
function giftOf(
  { line, promotionStatus }: PricedLine,
  promotions: readonly GiftPromotion[],
): OfferedGift | null {
  const giftPromotion = promotions.find(({ promotion }) => promotion.id === promotionStatus?.promotion.id);
  const step = giftPromotion?.steps.find(({ position }) => position === line.giftPosition);
  return step?.gifts.find(({ gift }) => gift.variant_id === line.variantId) ?? null;
}

function toGiftDiscount({ promotion, steps }: GiftPromotion, currency: string) {
  return {
    discount_id: promotion.id,
    discount_rules: steps.map(({ position, isAchieved, gifts, hint }) => ({
      position,
      achieved: isAchieved,
      gift_products: toGifts(gifts, currency),
      ...toWireMessage(hint, currency),
    })),
  };
}

function toGifts(gifts: readonly OfferedGift[], currency: string) {
  return gifts.flatMap(({ gift, variant, remaining }) =>
    variant && !variant.isDeleted ? [toWireGift(gift, variant, remaining, currency)] : [],
  );
}
