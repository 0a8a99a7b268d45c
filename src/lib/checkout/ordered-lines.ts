/** Finds the lines of the bag that are part of an order. Pure. */

import { getCustomisations } from '#lib/bag/checkout-groups.ts';
import { groupKey, isBundle, isGift, type Line, unitsPerSet } from '#lib/bag/line.ts';
import type { WireOrder, WireOrderLine } from '#lib/contract/wire-order.ts';

/** Quantities by line id (random_id). */
export type UnitsByLineId = ReadonlyMap<string, number>;

interface Ordered {
  variant_items: readonly Pick<WireOrderLine, 'variant_id' | 'quantity' | 'is_gift' | 'tailor_properties'>[];
  discounts: readonly Pick<WireOrder['discounts'][number], 'discount_id' | 'discount_code'>[];
}

/**
 * Returns the bag's lines that the order contains, with the ordered quantities: gifts match only gifts, and bundles only whole sets. Units
 * added to the bag after the order are not included.
 * @param sent quantities of the lines that the checkout was created from; null if another browser created it. The order is then matched
 * with selected lines of the same variant and customisation: bundles of the order's promotions first, then single lines, each oldest first
 */
export function findOrderedLines(lines: readonly Line[], order: Ordered, sent: UnitsByLineId | null): Line[] {
  const keyOf = (variantId: number, isFree: boolean, tailor: () => string) =>
    JSON.stringify([variantId, isFree, sent ? '' : tailor()]);
  const keyOfLine = (line: Line) =>
    keyOf(line.sku_id, isGift(line), () => tailorKey(getCustomisations(line)));
  const open = new Map<string, number>();
  for (const { variant_id, quantity, is_gift, tailor_properties } of order.variant_items) {
    const key = keyOf(variant_id, is_gift, () => tailorKey(JSON.parse(tailor_properties || '[]')));
    open.set(key, (open.get(key) ?? 0) + quantity);
  }

  return groupsOf(sent ? onlySent(lines, sent) : candidates(lines, order)).flatMap((group) => {
    const units = new Map<string, number>();
    for (const line of group)
      units.set(keyOfLine(line), (units.get(keyOfLine(line)) ?? 0) + unitsPerSet(line));
    const sets = Math.min(
      ...group.map((line) => Math.floor(line.quantity / unitsPerSet(line))),
      ...[...units].map(([key, unit]) => Math.floor((open.get(key) ?? 0) / unit)),
    );
    if (sets === 0) return [];
    for (const [key, unit] of units) open.set(key, (open.get(key) ?? 0) - unit * sets);
    return group.map((line) => ({ ...line, quantity: unitsPerSet(line) * sets }));
  });
}

function onlySent(lines: readonly Line[], sent: UnitsByLineId): Line[] {
  return lines.flatMap((line) => {
    const quantity = Math.min(line.quantity, sent.get(line.random_id) ?? 0);
    return quantity > 0 ? [{ ...line, quantity }] : [];
  });
}

/** Returns the selected lines that the order may contain, oldest first; the bag lists the newest first. */
function candidates(lines: readonly Line[], { discounts }: Ordered): Line[] {
  // A bundle's code is either the code of its promotion, or two letters for the promotion type followed by the promotion id.
  const isOrdered = ({ code }: Line) =>
    discounts.some(
      ({ discount_id, discount_code }) =>
        code === discount_code || /^[A-Z]{2}(\d+)$/.exec(code)?.[1] === String(discount_id),
    );
  const oldest = lines.filter((line) => line.is_selected).toReversed();
  return [
    ...oldest.filter((line) => isBundle(line) && isOrdered(line)),
    ...oldest.filter((line) => !isBundle(line)),
  ];
}

/** Groups the lines of a bundle, which can be ordered only together. */
function groupsOf(lines: readonly Line[]): Line[][] {
  const key = (line: Line, at: number) => groupKey(line) || at;
  return [...Map.groupBy(lines, key).values()];
}

function tailorKey(tailor: readonly { name: string; type: number; value: string }[]): string {
  return JSON.stringify(tailor.map(({ name, type, value }) => JSON.stringify([name, type, value])).sort());
}
