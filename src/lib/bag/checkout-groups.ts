/** Builds request bodies from the bag: checkout groups (R65, R100) and single variants (PRICE-15). Pure. */
import type { CheckoutGroupInput } from '../contract/wire-checkout-group.ts';
import type { Bag } from './bag-codec.ts';
import { groupKey, isBundle, isGift, type Line, unitsPerSet } from './line.ts';

/** Returns one checkout group for each bundle, with the bundle's code, and one for all other lines. Every group contains the coupon. */
export function toCheckoutGroups(bag: Bag): CheckoutGroupInput[] {
  return [...Map.groupBy(bag.lines, groupKey).values()].map((lines) => ({
    variant_items: lines.map(sentItem),
    coupon: bag.coupon,
    is_do_second_confirm: bag.isCouponConfirmed ? 1 : 0,
    ...(isBundle(lines[0]!) ? { discount: { discount_code: lines[0]!.code } } : {}),
  }));
}

/** Returns the line's chosen customisation in the format of tailor_req_list (R94). */
export function getCustomisations(line: Line): { name: string; type: number; value: string }[] {
  return line.customizedOptions.map(({ name, type, value }) => ({ name, type, value }));
}

export type CheckoutRequestLine = ReturnType<typeof toVariantRequest>;

export function toVariantRequest(line: Line) {
  return {
    product_id: line.id,
    variant_id: line.sku_id,
    tailor_req_list: getCustomisations(line),
    variant_option_values: line.options.map((option) => option.value),
  };
}

/** Returns the cache key of a line's price, which depends on the variant and on its customisation (R35). */
export function priceKey(line: Line): string {
  return JSON.stringify([line.sku_id, getCustomisations(line), line.options.map((option) => option.value)]);
}

function sentItem(line: Line): CheckoutGroupInput['variant_items'][number] {
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
    tailor_req_list: getCustomisations(line),
    variant_option_values: line.options.map((option) => option.value),
    random_id: line.random_id,
    sku_bundle_id: line.sku_bundle_id,
    extend_params: { unit: unitsPerSet(line) },
  };
}

/** Delay between the checkout response and the redirect to the checkout, ms (CHK-04). */
export const redirectDelay = 300;
/** How long the message of error 10209 is displayed before the page reloads, ms (CHK-07). */
export const reloadDelay = 3000;
