/** Reads the checkout groups a client sends (R65, R100) into lines to price. Pure. */
import type { SentGroup, SentItem } from '#lib/contract/wire-checkout-group.ts';
import type { BagLine } from '../promotions/priced-bag.ts';

export interface SentBag {
  lines: BagLine[];
  /** Coupon and confirmation stand in every group and are read from the first that has them. */
  coupon: string;
  isConfirmed: boolean;
}

/** The bag's lines in the order sent. Lines of a group with `discount` carry its code and a group id of its position. */
export function readSentBag(groups: readonly SentGroup[]): SentBag {
  return {
    lines: groups.flatMap((group, index) => {
      const code = group.discount?.discount_code ?? '';
      return group.variant_items.map((item) => toLine(item, code, code === '' ? '' : String(index)));
    }),
    coupon: groups.find((group) => group.coupon)?.coupon ?? '',
    isConfirmed: groups.some((group) => group.is_do_second_confirm === 1),
  };
}

/** What a request names of a line that is in no bag. */
type NewLine = Pick<BagLine, 'randomId' | 'productId' | 'variantId' | 'quantity'> &
  Partial<Pick<BagLine, 'tailor'>>;

/** A line that is in no bag: selected, no gift, of no offer. */
export function newLine(line: NewLine): BagLine {
  return { isSelected: true, isGift: false, code: '', group: '', unit: 1, tailor: [], ...line };
}

/** A line for something that is not in the bag yet (R110). */
export function toAddedLine(
  item: { product_id: number; variant_id: number; quantity: number },
  index: number,
): BagLine {
  const { product_id: productId, variant_id: variantId, quantity } = item;
  return newLine({ randomId: `added-${index}`, productId, variantId, quantity });
}

function toLine(item: SentItem, code: string, group: string): BagLine {
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
