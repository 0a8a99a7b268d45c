/** The bag as the server is asked about it: checkout groups (R65, R100) and single variants (PRICE-15). Pure. */
import type { SentGroup } from '../contract/wire-checkout-group.ts';
import type { Bag } from './bag-codec.ts';
import { groupKey, isBundle, isGift, type Line, unitOf } from './line.ts';

/** Every bundle group is a group of its own with its code, all other lines go in one; the coupon stands in each. */
export function checkoutGroups(bag: Bag): SentGroup[] {
  return [...Map.groupBy(bag.lines, groupKey).values()].map((lines) => ({
    variant_items: lines.map(sentItem),
    coupon: bag.coupon,
    is_do_second_confirm: bag.isCouponConfirmed ? 1 : 0,
    ...(isBundle(lines[0]!) ? { discount: { discount_code: lines[0]!.code } } : {}),
  }));
}

/** tailor_req_list: the customisation as chosen (R94). */
export function tailorOf(line: Line): { name: string; type: number; value: string }[] {
  return line.customizedOptions.map(({ name, type, value }) => ({ name, type, value }));
}

export type WantedVariant = ReturnType<typeof wantedVariant>;

export function wantedVariant(line: Line) {
  return {
    product_id: line.id,
    variant_id: line.sku_id,
    tailor_req_list: tailorOf(line),
    variant_option_values: line.options.map((option) => option.value),
  };
}

/** Key under which a variant's price is cached: the same variant with another customisation is another price (R35). */
export function priceKey(line: Line): string {
  return JSON.stringify([line.sku_id, tailorOf(line), line.options.map((option) => option.value)]);
}

function sentItem(line: Line): SentGroup['variant_items'][number] {
  const { is_gift, giftDiscountId = null, position = null, auto_car = null } = line.extend_params;
  return {
    product_id: line.id,
    variant_id: line.sku_id,
    quantity: line.quantity,
    variant_price: line.price,
    title: line.title,
    is_selected: line.is_selected ? 1 : 0,
    is_gift,
    gift_discount_id: isGift(line) ? giftDiscountId : null,
    discount_rule_position: isGift(line) ? position : null,
    auto_car: isGift(line) ? auto_car : null,
    is_disable_gift: 0,
    tailor_req_list: tailorOf(line),
    variant_option_values: line.options.map((option) => option.value),
    random_id: line.random_id,
    sku_bundle_id: line.sku_bundle_id,
    extend_params: { unit: unitOf(line) },
  };
}

/** Times around the way to the checkout, ms. */

/** So long after the answer the browser leaves for the checkout (CHK-04). */
export const redirectDelay = 300;
/** So long a 10209 is shown before the page loads again (CHK-07). */
export const changedDelay = 3000;
