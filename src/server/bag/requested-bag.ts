/** Parses the checkout groups that a client sends (R65, R100) into bag lines to be priced. Pure. */
import type { CheckoutGroupInput, CheckoutItemInput } from '#lib/contract/wire-checkout-group.ts';
import type { BagLine } from '../promotions/priced-bag.ts';

export interface RequestedBag {
  lines: BagLine[];
  /** Coupon code of the bag. Every group may contain a code; the first one found applies. */
  coupon: string;
  isConfirmed: boolean;
}

/**
 * Parses checkout groups into a bag and preserves the order of the lines. Each line of a group with a `discount` gets the code of the
 * discount and, as group id, the index of the group.
 */
export function parseRequestedBag(groups: readonly CheckoutGroupInput[]): RequestedBag {
  return {
    lines: groups.flatMap((group, index) => {
      const code = group.discount?.discount_code ?? '';
      return group.variant_items.map((item) => toLine(item, code, code === '' ? '' : String(index)));
    }),
    coupon: groups.find((group) => group.coupon)?.coupon ?? '',
    isConfirmed: groups.some((group) => group.is_do_second_confirm === 1),
  };
}

type NewLine = Pick<BagLine, 'randomId' | 'productId' | 'variantId' | 'quantity'> &
  Partial<Pick<BagLine, 'tailor'>>;

/** Returns a new bag line: selected, not a gift and not part of a bundle. */
export function createBagLine(line: NewLine): BagLine {
  return { isSelected: true, isGift: false, code: '', group: '', unit: 1, tailor: [], ...line };
}

/** Converts an item that is not in the bag yet to a bag line (R110). */
export function toBagLine(
  item: { product_id: number; variant_id: number; quantity: number },
  index: number,
): BagLine {
  const { product_id: productId, variant_id: variantId, quantity } = item;
  return createBagLine({ randomId: `added-${index}`, productId, variantId, quantity });
}

function toLine(item: CheckoutItemInput, code: string, group: string): BagLine {
  return {
    randomId: item.random_id,
    productId: item.product_id,
    variantId: item.variant_id,
    quantity: item.quantity,
    isSelected: item.is_selected === 1,
    isGift: item.is_gift === 1,
    code,
    group,
    unit: item.extend_params?.unit ?? 1,
    tailor: item.tailor_req_list ?? [],
    optionValues: item.variant_option_values ?? undefined,
    giftDiscountId: item.gift_discount_id ?? undefined,
    giftPosition: item.discount_rule_position ?? undefined,
  };
}
