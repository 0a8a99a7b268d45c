/** A priced bag as the documents' answer: one group a promotion, plain lines together, totals exact (R100). Pure. */
import type { WireBagDiscount, WireGroup, WireItem } from '#lib/contract/wire-checkout-group.ts';
import type { WireDiscount } from '#lib/contract/wire-discount.ts';
import { toWire } from '#lib/money/minor.ts';
import { counts } from '../pricing/price-lines.ts';
import type { PricedBag, PricedLine } from '../pricing/priced-bag.ts';
import type { Promotion } from '../promotions/promotion.ts';

export function discountAnswer(bag: PricedBag): WireBagDiscount {
  const amount = (minor: number) => toWire(minor, bag.currency);
  const groups = Map.groupBy(bag.lines, groupKey);
  return {
    checkout_items: [...groups.values()].map((lines) => toGroup(lines, amount)),
    total_pay_amount: amount(bag.totalPay),
    total_discount_amount: amount(bag.totalDiscount),
    discount_gifts: [],
    gift_products: [],
    auto_fill_coupon_code: '',
    coupon: bag.coupon,
    need_second_confirm: bag.needSecondConfirm,
  };
}

/** Lines of one promotion stand together, those of a bundle group by themselves; '' is the group of plain lines. */
function groupKey({ line, promotion }: PricedLine): string {
  if (line.code !== '') return `group ${line.code} ${line.group}`;
  return promotion ? `promotion ${promotion.id}` : '';
}

function toGroup(lines: PricedLine[], amount: (minor: number) => number): WireGroup {
  const { line, promotion } = lines[0]!;
  const variant_items = lines.map((priced) => toItem(priced, amount));
  if (!promotion && line.code === '') return { variant_items };
  return { variant_items, discount: toDiscount(promotion, line.code, lines, amount) };
}

/** A bundle group without a promotion behind its code is disabled: status 0. */
function toDiscount(
  promotion: Promotion | null,
  code: string,
  lines: PricedLine[],
  amount: (minor: number) => number,
): WireDiscount {
  const paid = lines.filter(counts);
  const origin = paid.reduce((all, line) => all + line.amount, 0);
  const discount = paid.reduce((all, line) => all + line.discount, 0);
  return {
    status: promotion ? 1 : 0,
    seo_url: promotion?.seoUrl ?? '',
    discount_type: promotion?.discountType ?? 2,
    discount_id: promotion?.id ?? 0,
    discount_code: promotion?.code ?? code,
    desc: promotion ? '{0}' : '',
    params: promotion ? [promotion.title] : [],
    amounts: {
      origin_amount: amount(origin),
      discount_amount: amount(discount),
      pay_amount: amount(origin - discount),
    },
    json_config: promotion?.banner ?? { cartShowDiscount: false, bannerBgColor: '', bannerFontColor: '' },
  };
}

function toItem(priced: PricedLine, amount: (minor: number) => number): WireItem {
  const { line, variant } = priced;
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
    auto_car: null,
    is_disable_gift: priced.problem === 'gift_lost' ? 1 : 0,
    tailor_req_list: line.tailor,
    random_id: line.randomId,
    sku_bundle_id: null,
    status: priced.status,
    problem: priced.problem,
    origin_amount: amount(priced.amount),
    discount_amount: amount(priced.discount),
    pay_amount: amount(priced.amount - priced.discount),
  };
}
