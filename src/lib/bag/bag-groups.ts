/** Groups the bag's lines for display: the lines of a promotion under its banner, and the lines of a bundle as one item. Pure. */
import type { WireDiscount } from '../contract/wire-discount.ts';
import type { BagLineViewModel } from './bag-view-model.ts';
import { groupKey, isBundle, isGift, unitsPerSet } from './line.ts';

export interface BagGroupViewModel {
  key: string;
  lines: BagLineViewModel[];
  /** Promotion that the lines belong to; null if there is none. */
  discount: WireDiscount | null;
  isBundle: boolean;
  isSelected: boolean;
  /** True if no line of the group can be selected (BAG-39 to BAG-41). */
  isDisabled: boolean;
}

/** Groups the lines; groups are ordered by their first line (R100), and gifts come after purchased lines. */
export function groupBagLines(lines: readonly BagLineViewModel[]): BagGroupViewModel[] {
  const bought = lines.filter(({ line }) => !isGift(line));
  const gifts = lines.filter(({ line }) => isGift(line));
  return [...Map.groupBy([...bought, ...gifts], keyOf)].map(([key, group]) => {
    const [first] = group;
    const isDisabled = isOff(group);
    return {
      key,
      lines: group,
      discount: first!.discount,
      isBundle: isBundle(first!.line),
      isDisabled,
      isSelected: !isDisabled && getSelectableLines(group).every(({ isSelected }) => isSelected),
    };
  });
}

/** Returns true if every group is either selected or disabled (BAG-42). */
export function areAllSelected(groups: readonly BagGroupViewModel[]): boolean {
  const selected = groups.filter((group) => group.isSelected).length;
  const disabled = groups.filter((group) => group.isDisabled).length;
  return selected + disabled === groups.length;
}

/** Returns the selectable lines of a group. An unavailable line does not prevent its group from being selected (BAG-38). */
export function getSelectableLines(lines: readonly BagLineViewModel[]): BagLineViewModel[] {
  return lines.filter(({ status }) => status === 1);
}

/** Returns how many whole bundles are in stock: the smallest of stock ÷ units per set, rounded down (R104). */
export function bundlesInStock(lines: readonly BagLineViewModel[]): number {
  return Math.min(...lines.map(({ saleQuantity, line }) => Math.floor(saleQuantity / unitsPerSet(line))));
}

function isOff(group: readonly BagLineViewModel[]): boolean {
  const [first] = group;
  if (first!.discount?.status === 0) return true;
  const available = getSelectableLines(group).length;
  return available === 0 || (isBundle(first!.line) && available < group.length);
}

function keyOf({ line, discount }: BagLineViewModel): string {
  if (isBundle(line)) return `bundle ${groupKey(line)}`;
  return discount ? `promotion ${discount.discount_id}` : '';
}
