/** The lines as the list shows them: those of one promotion under its banner, the lines of a bundle as one thing. Pure. */
import type { WireDiscount } from '../contract/wire-discount.ts';
import type { ShownLine } from './bag-view-model.ts';
import { groupKey, isBundle, isGift, unitOf } from './line.ts';

export interface ShownGroup {
  key: string;
  lines: ShownLine[];
  /** What the promotion says of these lines; null for plain ones. */
  discount: WireDiscount | null;
  /** Its lines stand and fall together. */
  isBundle: boolean;
  isSelected: boolean;
  /** Nothing in it can be chosen (BAG-39 to BAG-41). */
  isDisabled: boolean;
}

/** In the order of their first lines (R100); what is given comes after what is bought. */
export function shownGroups(lines: readonly ShownLine[]): ShownGroup[] {
  const bought = lines.filter(({ line }) => !isGift(line));
  const given = lines.filter(({ line }) => isGift(line));
  return [...Map.groupBy([...bought, ...given], keyOf)].map(([key, group]) => {
    const [first] = group;
    const isDisabled = isOff(group);
    return {
      key,
      lines: group,
      discount: first!.discount,
      isBundle: isBundle(first!.line),
      isDisabled,
      isSelected: !isDisabled && selectable(group).every(({ isSelected }) => isSelected),
    };
  });
}

/** Selected and disabled groups together are all there are (BAG-42). */
export function areAllSelected(groups: readonly ShownGroup[]): boolean {
  const selected = groups.filter((group) => group.isSelected).length;
  const disabled = groups.filter((group) => group.isDisabled).length;
  return selected + disabled === groups.length;
}

/** A line that cannot be had is not to be chosen, and does not keep its group from being so (BAG-38). */
export function selectable(lines: readonly ShownLine[]): ShownLine[] {
  return lines.filter(({ status }) => status === 1);
}

/** How many whole bundles can be had: the smallest of stock ÷ pieces in a set, rounded down (R104). */
export function bundlesInStock(lines: readonly ShownLine[]): number {
  return Math.min(...lines.map(({ saleQuantity, line }) => Math.floor(saleQuantity / unitOf(line))));
}

function isOff(group: readonly ShownLine[]): boolean {
  const [first] = group;
  if (first!.discount?.status === 0) return true;
  const available = selectable(group).length;
  return available === 0 || (isBundle(first!.line) && available < group.length);
}

function keyOf({ line, discount }: ShownLine): string {
  if (isBundle(line)) return `bundle ${groupKey(line)}`;
  return discount ? `promotion ${discount.discount_id}` : '';
}
