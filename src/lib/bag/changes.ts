/** Everything a shopper can do to the bag, as pure functions from one bag to the next. */
import { maxLineQuantity } from '#lib/contract/bag-limits.ts';
import type { Bag } from './bag-codec.ts';
import { isFull } from './capacity.ts';
import {
  type CustomizedOption,
  groupKey,
  isBundle,
  isGift,
  type Line,
  makeLine,
  type NameValue,
  type NewLine,
  sumQuantity,
  unitOf,
} from './line.ts';

/** Same variant, code, group, custom props, gift flag and customised options (LINE-08); their order does not matter. */
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

/** Same variants, pieces per set and customisation, whatever the number of sets (LINE-17). */
function hasSameContents(a: readonly Line[], b: readonly Line[]): boolean {
  const contents = (lines: readonly Line[]) =>
    lines
      .map((line) => [
        line.sku_id,
        unitOf(line),
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

/** Makes ids; handed in so that changes stay pure. */
export type MakeId = () => string;

/** One change of the bag. Applied to a bag that already has it, it would happen twice: store.ts sees to that by its id. */
export type Change = (bag: Bag) => Bag;

/** Puts a line into the bag: merged into an identical one (gifts never, LINE-20), else first (LINE-09, LINE-10). */
export function add(line: NewLine, makeId: MakeId): Change {
  const added = makeLine(line, makeId());
  return (bag) => {
    const twin = isGift(added) ? undefined : bag.lines.find((other) => isSameLine(other, added));
    if (!twin) return { ...bag, lines: [added, ...bag.lines] };
    const merged = {
      ...twin,
      price: added.price,
      quantity: sumQuantity(twin.quantity + added.quantity),
      is_selected: true,
    };
    return { ...bag, lines: bag.lines.map((other) => (other === twin ? merged : other)) };
  };
}

/**
 * Puts the lines of a bundle into the bag under one group id: its code, or code and a random suffix when the bag has the
 * same code with other contents (LINE-16, LINE-17).
 * @param lines pieces of one set each; `sets` of them are added
 */
export function addBundle(lines: readonly NewLine[], code: string, sets: number, makeId: MakeId): Change {
  const random = makeId().replace(/[^a-z0-9]/gi, '');
  const ids = lines.map(() => makeId());
  return (bag) => {
    const groups = [
      ...Map.groupBy(
        bag.lines.filter((line) => isBundle(line) && line.code === code),
        (line) => line.group,
      ).values(),
    ];
    const wanted = lines.map((line, index) => {
      const unit = sumQuantity(line.quantity ?? 1);
      const filled = makeLine(
        { ...line, type: 2, code, group: code, extend_params: { is_gift: 0, ...line.extend_params, unit } },
        ids[index]!,
      );
      return { ...filled, quantity: sumQuantity(unit * sets) };
    });
    const twin = groups.find((group) => hasSameContents(group, wanted));
    if (twin) {
      const more = (line: Line) => ({
        ...line,
        is_selected: true,
        quantity: unitOf(line) * Math.min(mostSets(twin), setsOf(line) + sets),
      });
      return { ...bag, lines: bag.lines.map((line) => (twin.includes(line) ? more(line) : line)) };
    }
    const group = freeGroup(code, random, new Set(groups.map(([line]) => line!.group)));
    return { ...bag, lines: [...wanted.map((line) => ({ ...line, group })), ...bag.lines] };
  };
}

/** Takes a line out: of a bundle the whole group, of equal gifts one (LINE-11 to LINE-13). */
export function remove(target: Line): Change {
  return (bag) => {
    const line = find(bag, target);
    if (!line) return bag;
    const leaves = isBundle(line)
      ? (other: Line) => groupKey(other) === groupKey(line)
      : (other: Line) => other === line;
    return { ...bag, lines: bag.lines.filter((other) => !leaves(other)) };
  };
}

/** Whether so many are more than a full bag takes (R14); fewer than it holds it always takes. */
export function isTooMany(bag: Bag, target: Line, quantity: number): boolean {
  const line = find(bag, target);
  return line !== undefined && sumQuantity(quantity) > setsOf(line) && isFull(bag.lines);
}

/**
 * Sets how many: pieces of a line, sets of a bundle (LINE-14, LINE-15). Gifts stay one piece.
 * Whoever asks for more sees to isTooMany first; what was accepted once is set whatever the bag holds since.
 */
export function setQuantity(target: Line, quantity: number): Change {
  return (bag) => {
    const line = find(bag, target);
    if (!line || isGift(line)) return bag;
    const isTouched = (other: Line) => (isBundle(line) ? groupKey(other) === groupKey(line) : other === line);
    const sets = Math.min(sumQuantity(quantity), mostSets(bag.lines.filter(isTouched)));
    return {
      ...bag,
      lines: bag.lines.map((other) =>
        isTouched(other) ? { ...other, quantity: unitOf(other) * sets } : other,
      ),
    };
  };
}

/** Selects lines for the order or leaves them out; a bundle follows as a whole. */
export function select(targets: readonly Line[], isSelected: boolean): Change {
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

/** How a coupon came into the bag. */
export interface CouponManner {
  /** The shopper agreed to a smaller discount (R102). */
  isConfirmed?: boolean;
  /** It filled itself in. */
  isFilled?: boolean;
}

/** Sets or, with '', takes away the coupon. */
export function setCoupon(
  coupon: string,
  { isConfirmed = false, isFilled = false }: CouponManner = {},
): Change {
  return (bag) => ({
    ...bag,
    coupon: coupon.trim(),
    isCouponConfirmed: isConfirmed,
    isCouponFilled: isFilled,
  });
}

/**
 * Does it, and tells every tab in the same step that the shopper does not want this again (R63, R102, R108).
 * @param what `gift` and its key, or `coupon` and its code
 * @param at ms
 */
export function declining(change: Change, what: string, at: number): Change {
  return (bag) => {
    const changed = change(bag);
    return changed === bag ? bag : { ...changed, declined: [...changed.declined, `${at} ${what}`] };
  };
}

/**
 * Takes what was ordered out of the bag, once for each order in whichever tab comes first; pieces added since stay.
 * @param ordered the bag's lines as they were sent to the checkout
 */
export function clearOrdered(orderNo: string, ordered: readonly Line[]): Change {
  return (bag) => {
    if (bag.orders.includes(orderNo)) return bag;
    const remaining = new Map(ordered.map((line) => [line, line.quantity]));
    const without = (lines: readonly Line[], isPaid: (paid: Line, line: Line) => boolean) =>
      lines.flatMap((line) => {
        const paid = [...remaining].find(([other, quantity]) => quantity > 0 && isPaid(other, line));
        if (!paid) return [line];
        const taken = Math.min(line.quantity, paid[1]);
        remaining.set(paid[0], paid[1] - taken);
        return line.quantity > taken ? [{ ...line, quantity: line.quantity - taken }] : [];
      });
    // Those written anew since come last: a line that is only like one paid for must not leave in its place.
    const others = without(bag.lines, (paid, line) => paid.random_id === line.random_id);
    const lines = without(others, isSameLine);
    const orders = [...bag.orders, orderNo];
    return { ...bag, lines, coupon: '', isCouponConfirmed: false, isCouponFilled: false, orders };
  };
}

function setsOf(line: Line): number {
  return line.quantity / unitOf(line);
}

/** How many sets fit so that no line exceeds what one line may hold. */
function mostSets(group: readonly Line[]): number {
  return Math.max(1, Math.floor(maxLineQuantity / Math.max(...group.map(unitOf))));
}

/** The code itself, else the code and four of the random characters that no other group has. */
function freeGroup(code: string, random: string, taken: ReadonlySet<string>): string {
  if (!taken.has(code)) return code;
  for (let at = 0; at + 4 < random.length; at++) {
    const group = `${code}-${random.slice(at, at + 4)}`;
    if (!taken.has(group)) return group;
  }
  return `${code}-${random}`;
}

/** The line itself by its id; where another tab wrote it anew, one that is the same. */
function find(bag: Bag, target: Line): Line | undefined {
  return (
    bag.lines.find((line) => line.random_id === target.random_id) ??
    bag.lines.find((line) => isSameLine(line, target))
  );
}
