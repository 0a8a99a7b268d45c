/** All changes that a shopper can make to the bag, as pure functions from the old bag to the new one. */
import { maxLineQuantity } from '#lib/contract/bag-limits.ts';
import type { Bag } from './bag-codec.ts';
import { isBagFull } from './capacity.ts';
import {
  type CustomizedOption,
  clampQuantity,
  groupKey,
  isBundle,
  isGift,
  type Line,
  makeLine,
  type NameValue,
  type NewLine,
  unitsPerSet,
} from './line.ts';

/**
 * Returns whether two lines have the same variant, code, group, custom props, gift flag and customised options (LINE-08); ignores the order
 * of lists.
 */
export function isSameLine(a: Line, b: Line): boolean {
  return (
    a.sku_id === b.sku_id &&
    a.code === b.code &&
    a.group === b.group &&
    isGift(a) === isGift(b) &&
    propsKey(a.custom_props) === propsKey(b.custom_props) &&
    optionsKey(a.customizedOptions) === optionsKey(b.customizedOptions)
  );
}

/** Returns whether two bundles have the same variants, units per set and customisation, regardless of the number of sets (LINE-17). */
function hasSameContents(a: readonly Line[], b: readonly Line[]): boolean {
  const contents = (lines: readonly Line[]) =>
    lines
      .map((line) => [
        line.sku_id,
        unitsPerSet(line),
        propsKey(line.custom_props),
        optionsKey(line.customizedOptions),
      ])
      .map((entry) => JSON.stringify(entry))
      .sort()
      .join();
  return contents(a) === contents(b);
}

function propsKey(props: readonly NameValue[]): string {
  return JSON.stringify(props.map(({ name, value }) => [name, value].join('\n')).sort());
}

function optionsKey(options: readonly CustomizedOption[]): string {
  return JSON.stringify(options.map(({ type, name, value }) => [type, name, value].join('\n')).sort());
}

/** Creates ids; passed in as a parameter so that the change functions stay pure. */
export type IdGenerator = () => string;

/** A change to the bag. Changes are not idempotent: bag-sync.ts uses ids to apply each of them only once. */
export type BagChange = (bag: Bag) => Bag;

/** Adds a line to the bag: merges it into an identical line (gifts never, LINE-20), or else inserts it at the top (LINE-09, LINE-10). */
export function addBagLine(line: NewLine, makeId: IdGenerator): BagChange {
  const added = makeLine(line, makeId());
  return (bag) => {
    const twin = isGift(added) ? undefined : bag.lines.find((other) => isSameLine(other, added));
    if (!twin) return { ...bag, lines: [added, ...bag.lines] };
    const merged = {
      ...twin,
      price: added.price,
      quantity: clampQuantity(twin.quantity + added.quantity),
      is_selected: true,
    };
    return { ...bag, lines: bag.lines.map((other) => (other === twin ? merged : other)) };
  };
}

/**
 * Adds the lines of a bundle under one group id: the bundle's code, plus a random suffix if the bag already has that code with other
 * contents (LINE-16, LINE-17).
 * @param lines the lines of one set, which is added `sets` times
 */
export function addBundle(
  lines: readonly NewLine[],
  code: string,
  sets: number,
  makeId: IdGenerator,
): BagChange {
  const random = makeId().replace(/[^a-z0-9]/gi, '');
  const ids = lines.map(() => makeId());
  return (bag) => {
    const groups = [
      ...Map.groupBy(
        bag.lines.filter((line) => isBundle(line) && line.code === code),
        (line) => line.group,
      ).values(),
    ];
    const bundleLines = lines.map((line, index) => {
      const unit = clampQuantity(line.quantity ?? 1);
      const filled = makeLine(
        { ...line, type: 2, code, group: code, extend_params: { is_gift: 0, ...line.extend_params, unit } },
        ids[index]!,
      );
      return { ...filled, quantity: clampQuantity(unit * sets) };
    });
    const twin = groups.find((group) => hasSameContents(group, bundleLines));
    if (twin) {
      const more = (line: Line) => ({
        ...line,
        is_selected: true,
        quantity: unitsPerSet(line) * Math.min(maxSetsOf(twin), setsOf(line) + sets),
      });
      return { ...bag, lines: bag.lines.map((line) => (twin.includes(line) ? more(line) : line)) };
    }
    const group = freeGroup(code, random, new Set(groups.map(([line]) => line!.group)));
    return { ...bag, lines: [...bundleLines.map((line) => ({ ...line, group })), ...bag.lines] };
  };
}

/** Removes a line. For a bundle, removes the whole group; if there are several identical gifts, removes only one (LINE-11 to LINE-13). */
export function removeBagLine(target: Line): BagChange {
  return (bag) => {
    const line = find(bag, target);
    if (!line) return bag;
    const leaves = isBundle(line)
      ? (other: Line) => groupKey(other) === groupKey(line)
      : (other: Line) => other === line;
    return { ...bag, lines: bag.lines.filter((other) => !leaves(other)) };
  };
}

/** Returns true if the bag is full and this quantity would add units (R14); reducing a quantity is always allowed. */
export function exceedsBagLimit(bag: Bag, target: Line, quantity: number): boolean {
  const line = find(bag, target);
  return line !== undefined && clampQuantity(quantity) > setsOf(line) && isBagFull(bag.lines);
}

/**
 * Sets the quantity: units of a line, or sets of a bundle (LINE-14, LINE-15). A gift keeps quantity 1. Callers check exceedsBagLimit before
 * an increase; this function does not, so that an accepted change can be reapplied to any bag.
 */
export function setQuantity(target: Line, quantity: number): BagChange {
  return (bag) => {
    const line = find(bag, target);
    if (!line || isGift(line)) return bag;
    const isTouched = (other: Line) => (isBundle(line) ? groupKey(other) === groupKey(line) : other === line);
    const sets = Math.min(clampQuantity(quantity), maxSetsOf(bag.lines.filter(isTouched)));
    return {
      ...bag,
      lines: bag.lines.map((other) =>
        isTouched(other) ? { ...other, quantity: unitsPerSet(other) * sets } : other,
      ),
    };
  };
}

/** Selects or deselects lines for the order; the lines of a bundle always change together. */
export function selectBagLines(targets: readonly Line[], isSelected: boolean): BagChange {
  return (bag) => {
    const chosen = targets.flatMap((target) => find(bag, target) ?? []);
    const isTouched = (line: Line) =>
      chosen.some((other) => other === line || (isBundle(other) && groupKey(other) === groupKey(line)));
    return {
      ...bag,
      lines: bag.lines.map((line) => (isTouched(line) ? { ...line, is_selected: isSelected } : line)),
    };
  };
}

export interface CouponOptions {
  /** True if the shopper accepted a smaller discount (R102). */
  isConfirmed?: boolean;
  /** True if the coupon was filled in automatically. */
  isFilled?: boolean;
}

/** Sets the coupon; '' removes it. */
export function setCoupon(
  coupon: string,
  { isConfirmed = false, isFilled = false }: CouponOptions = {},
): BagChange {
  return (bag) => ({
    ...bag,
    coupon: coupon.trim(),
    isCouponConfirmed: isConfirmed,
    isCouponFilled: isFilled,
  });
}

/**
 * Wraps a change so that it also records, for all tabs, that the shopper declined a gift or a coupon (R63, R102, R108).
 * @param what `gift` and its key, or `coupon` and its code
 * @param at time of the decline, ms
 */
export function withDeclinedEntry(change: BagChange, what: string, at: number): BagChange {
  return (bag) => {
    const changed = change(bag);
    return changed === bag ? bag : { ...changed, declined: [...changed.declined, `${at} ${what}`] };
  };
}

/**
 * Removes the ordered units from the bag, once per order even if several tabs try. Units added after the order stay.
 * @param ordered the bag's lines as they were sent to the checkout
 */
export function removeOrderedLines(orderNo: string, ordered: readonly Line[]): BagChange {
  return (bag) => {
    if (bag.orders.includes(orderNo)) return bag;
    const remaining = new Map(ordered.map((line) => [line, line.quantity]));
    const without = (lines: readonly Line[], isPaid: (paid: Line, line: Line) => boolean) =>
      lines.flatMap((line) => {
        const paid = [...remaining].find(([other, quantity]) => quantity > 0 && isPaid(other, line));
        if (!paid) return [line];
        const removedUnits = Math.min(line.quantity, paid[1]);
        remaining.set(paid[0], paid[1] - removedUnits);
        return line.quantity > removedUnits ? [{ ...line, quantity: line.quantity - removedUnits }] : [];
      });
    // Match by id first, and by contents only for lines that another tab recreated: otherwise a similar line could be removed instead.
    const others = without(bag.lines, (paid, line) => paid.random_id === line.random_id);
    const lines = without(others, isSameLine);
    const orders = [...bag.orders, orderNo];
    return { ...bag, lines, coupon: '', isCouponConfirmed: false, isCouponFilled: false, orders };
  };
}

function setsOf(line: Line): number {
  return line.quantity / unitsPerSet(line);
}

/** Returns how many sets of a bundle the bag accepts: no line may exceed the maximum quantity of a line. */
function maxSetsOf(group: readonly Line[]): number {
  return Math.max(1, Math.floor(maxLineQuantity / Math.max(...group.map(unitsPerSet))));
}

/** Returns an unused group id: the code, or the code with four random characters appended if another group uses it. */
function freeGroup(code: string, random: string, usedGroups: ReadonlySet<string>): string {
  if (!usedGroups.has(code)) return code;
  for (let at = 0; at + 4 < random.length; at++) {
    const group = `${code}-${random.slice(at, at + 4)}`;
    if (!usedGroups.has(group)) return group;
  }
  return `${code}-${random}`;
}

/** Finds a line by its id or, if another tab recreated the line, an identical one. */
function find(bag: Bag, target: Line): Line | undefined {
  return (
    bag.lines.find((line) => line.random_id === target.random_id) ??
    bag.lines.find((line) => isSameLine(line, target))
  );
}
