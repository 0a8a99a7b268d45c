import { describe, expect, test } from 'vitest';
import { type Bag, emptyBag } from '#lib/bag/bag-codec.ts';
import { badgeText, countUnits, isBagFull } from '#lib/bag/capacity.ts';
import {
  addBagLine,
  addBundle,
  type BagChange,
  exceedsBagLimit,
  isSameLine,
  removeBagLine,
  removeOrderedLines,
  selectBagLines,
  setCoupon,
  setQuantity,
} from '#lib/bag/changes.ts';
import { bundleType, type Line, makeLine, type NewLine } from '#lib/bag/line.ts';
import { fc } from '../../../fast-check.ts';
import { bagOf, bowl, gift, makeId, mug } from './fixtures.ts';

const play = (bag: Bag, ...changes: BagChange[]) => changes.reduce((current, change) => change(current), bag);
const skus = (bag: Bag) => bag.lines.map((line) => line.sku_id);
const quantities = (bag: Bag) => bag.lines.map((line) => line.quantity);
const set = (bag: Bag, code: string, lines: NewLine[], sets = 1) => addBundle(lines, code, sets, makeId)(bag);

describe('sameness', () => {
  const base: NewLine = {
    ...mug,
    custom_props: [
      { name: 'Note', value: 'Hi' },
      { name: 'Wrap', value: 'yes' },
    ],
    customizedOptions: [{ type: 1, name: 'text', value: 'Ada', price: 5 }],
  };
  const line = (changes: Partial<NewLine>) => makeLine({ ...base, ...changes }, makeId());

  test('title, price, picture, quantity and the order of custom props make no difference [LINE-08]', () => {
    const other = line({
      title: 'Other',
      price: 1,
      image: '/a.webp',
      quantity: 9,
      custom_props: base.custom_props!.toReversed(),
    });
    expect(isSameLine(line({}), other)).toBe(true);
  });

  test.each<[string, Partial<NewLine>]>([
    ['sku_id', { sku_id: 999 }],
    ['code', { type: bundleType, code: 'A' }],
    ['gift flag', { extend_params: { is_gift: 1 } }],
    [
      'custom props',
      {
        custom_props: [
          { name: 'Note', value: 'Bye' },
          { name: 'Wrap', value: 'yes' },
        ],
      },
    ],
    ['missing custom props', { custom_props: [] }],
    ['customised options', { customizedOptions: [{ type: 1, name: 'text', value: 'Bob', price: 5 }] }],
  ])('a different %s makes another line [LINE-08]', (_, changes) => {
    expect(isSameLine(line({}), line(changes))).toBe(false);
  });

  test('a different group makes another line [LINE-08]', () => {
    const grouped = (group: string) => line({ type: bundleType, code: 'A', group });
    expect(isSameLine(grouped('A'), grouped('A-x1y2'))).toBe(false);
  });
});

describe('adding', () => {
  test('merges the quantity into an identical line, which keeps its place [LINE-09]', () => {
    const bag = play(bagOf(bowl, { ...mug, quantity: 2 }), addBagLine({ ...mug, quantity: 3 }, makeId));
    expect([skus(bag), quantities(bag)]).toEqual([
      [201, 101],
      [1, 5],
    ]);
  });

  test('puts a new line first [LINE-10]', () => {
    expect(skus(play(bagOf(mug), addBagLine(bowl, makeId)))).toEqual([201, 101]);
  });

  test('never merges gifts: each is a line of one piece, and a bought twin stays apart [LINE-20]', () => {
    const bag = play(
      bagOf(mug),
      addBagLine(gift({ quantity: 4 }), makeId),
      addBagLine(gift(), makeId),
      addBagLine(mug, makeId),
    );
    expect(quantities(bag)).toEqual([1, 1, 2]);
    expect(new Set(bag.lines.map((line) => line.random_id)).size).toBe(3);
  });

  test('plain lines lose code and group, so that equal variants merge [LINE-18]', () => {
    const bag = play(
      emptyBag,
      addBagLine({ ...mug, code: 'OLD', group: 'g' }, makeId),
      addBagLine({ ...mug, code: 'OLD', group: 'h' }, makeId),
      addBagLine(mug, makeId),
    );
    expect(bag.lines.map(({ code, group, quantity }) => [code, group, quantity])).toEqual([['', '', 3]]);
  });

  test('line type 2 is a bundle, anything else a single line [LINE-03, LINE-19]', () => {
    const types = [1, 0, 3, 2].map((type) => makeLine({ ...mug, type, code: 'A', group: 'A' }, 'x').code);
    expect([bundleType, types]).toEqual([2, ['', '', '', 'A']]);
  });
});

describe('bundles', () => {
  const twoMugs = { ...mug, quantity: 2 };

  test('lines get a group id from the code and come first, in their order [LINE-16]', () => {
    const bag = set(bagOf(bowl), 'SET', [twoMugs, bowl]);
    expect(
      bag.lines.map(({ sku_id, code, group, type, quantity }) => [sku_id, code, group, type, quantity]),
    ).toEqual([
      [101, 'SET', 'SET', 2, 2],
      [201, 'SET', 'SET', 2, 1],
      [201, '', '', 1, 1],
    ]);
  });

  test('the same contents merge, sets by sets [LINE-17]', () => {
    const bag = set(set(emptyBag, 'SET', [twoMugs, bowl], 2), 'SET', [bowl, twoMugs]);
    expect(bag.lines.map(({ group, quantity }) => [group, quantity])).toEqual([
      ['SET', 6],
      ['SET', 3],
    ]);
  });

  test('a set that was left out of the order is in it again when it is added again', () => {
    const bag = set(emptyBag, 'SET', [twoMugs, bowl]);
    const leftOut = { ...bag, lines: bag.lines.map((line) => ({ ...line, is_selected: false })) };
    expect(set(leftOut, 'SET', [twoMugs, bowl]).lines.map((line) => line.is_selected)).toEqual([true, true]);
  });

  test('other contents under the same code get a group of their own with a random suffix [LINE-17]', () => {
    const bag = set(set(emptyBag, 'SET', [twoMugs, bowl]), 'SET', [twoMugs, { ...bowl, sku_id: 202 }]);
    const groups = [...new Set(bag.lines.map((line) => line.group))];
    expect(groups).toHaveLength(2);
    expect(groups[0]).toMatch(/^SET-[a-z0-9]{1,4}$/i);
    expect(groups[1]).toBe('SET');
    const again = set(bag, 'SET', [twoMugs, { ...bowl, sku_id: 202 }]);
    expect(quantities(again)).toEqual([4, 2, 2, 1]);
  });

  test('deleting a line takes the whole group, and only that group [LINE-12]', () => {
    const bag = set(set(bagOf(mug), 'SET', [twoMugs, bowl]), 'DUO', [mug, bowl]);
    const duo = bag.lines.find((line) => line.code === 'DUO')!;
    expect(play(bag, removeBagLine(duo)).lines.map((line) => line.code)).toEqual(['SET', 'SET', '']);
  });

  test('a quantity is a number of sets for the whole group [LINE-15]', () => {
    const bag = set(bagOf(mug), 'SET', [twoMugs, bowl]);
    expect(quantities(play(bag, setQuantity(bag.lines[1]!, 3)))).toEqual([6, 3, 1]);
    expect(quantities(play(bag, setQuantity(bag.lines[1]!, 9999)))).toEqual([9998, 4999, 1]);
  });
});

describe('deleting and changing', () => {
  test('removes the line [LINE-11]', () => {
    const bag = bagOf(mug, bowl);
    expect(skus(play(bag, removeBagLine(bag.lines[0]!)))).toEqual([201]);
  });

  test('of equal gifts only one leaves [LINE-13]', () => {
    const bag = bagOf(gift(), gift(), mug);
    expect(skus(play(bag, removeBagLine(bag.lines[1]!)))).toEqual([101, 101]);
    const forgotten = { ...bag.lines[1]!, random_id: 'written anew by another tab' };
    expect(play(bag, removeBagLine(forgotten)).lines.map((line) => line.extend_params.is_gift)).toEqual([
      1, 0,
    ]);
  });

  test('changes the quantity of the matching line only [LINE-14]', () => {
    const bag = bagOf(mug, bowl);
    expect(quantities(play(bag, setQuantity(bag.lines[1]!, 4)))).toEqual([1, 4]);
    const engraved = bagOf(mug, { ...mug, custom_props: [{ name: 'Name', value: 'Ada' }] });
    expect(quantities(play(engraved, setQuantity(engraved.lines[1]!, 4)))).toEqual([1, 4]);
    expect(quantities(play(bagOf(gift()), (now) => setQuantity(now.lines[0]!, 4)(now)))).toEqual([1]);
  });

  test.each([
    [0, 1],
    [-3, 1],
    [2.9, 2],
    [Number.NaN, 1],
    [1e9, 9999],
  ])('a quantity of %d counts as %d', (typed, taken) => {
    const bag = bagOf(mug);
    expect(quantities(play(bag, setQuantity(bag.lines[0]!, typed)))).toEqual([taken]);
  });

  test('a line that is gone changes nothing', () => {
    const gone = makeLine(bowl, 'gone');
    const bag = bagOf(mug);
    for (const change of [removeBagLine(gone), setQuantity(gone, 2)]) expect(change(bag)).toBe(bag);
  });

  test('lines are left out of the order and taken back, bundles as a whole', () => {
    const bag = set(bagOf(mug), 'SET', [mug, bowl]);
    const left = play(bag, selectBagLines([bag.lines[0]!], false));
    expect(left.lines.map((line) => line.is_selected)).toEqual([false, false, true]);
    expect(play(left, selectBagLines(left.lines, true)).lines.every((line) => line.is_selected)).toBe(true);
  });

  test('a coupon is trimmed and replaced with its confirmation', () => {
    expect(play(emptyBag, setCoupon(' SAVE10 ', { isConfirmed: true }), setCoupon('BIG30'))).toMatchObject({
      coupon: 'BIG30',
      isCouponConfirmed: false,
    });
  });
});

describe('the limit of 99', () => {
  test('counts the pieces of all lines that are no gifts, selected or not', () => {
    const bag = play(bagOf({ ...mug, quantity: 4 }, gift(), { ...bowl, is_selected: false }), (now) =>
      set(now, 'SET', [{ ...mug, quantity: 2 }, bowl], 3),
    );
    expect(countUnits(bag.lines)).toBe(4 + 1 + 6 + 3);
  });

  test('is reached at 99; a full bag takes fewer of a line, not more', () => {
    expect([98, 99].map((quantity) => isBagFull(bagOf({ ...mug, quantity }).lines))).toEqual([false, true]);
    const bag = bagOf({ ...mug, quantity: 98 }, bowl);
    const quantitiesAsked = [97, 98, 99];
    expect(quantitiesAsked.map((quantity) => exceedsBagLimit(bag, bag.lines[0]!, quantity))).toEqual([
      false,
      false,
      true,
    ]);
    expect(exceedsBagLimit(bagOf({ ...mug, quantity: 98 }), bag.lines[0]!, 500)).toBe(false);
  });

  test('shows 99+ only above 99', () => {
    expect([0, 99, 100].map(badgeText)).toEqual(['0', '99', '99+']);
  });
});

describe('after an order', () => {
  test('the ordered pieces leave once, however often and wherever it is told', () => {
    const bag = bagOf({ ...mug, quantity: 2 }, bowl);
    const clear = removeOrderedLines('A1', bag.lines);
    const cleared = play(bag, addBagLine(mug, makeId), addBagLine({ ...bowl, sku_id: 209 }, makeId), clear);
    expect(cleared.lines.map(({ sku_id, quantity }) => [sku_id, quantity])).toEqual([
      [209, 1],
      [101, 1],
    ]);
    expect(play(cleared, addBagLine(bowl, makeId), clear, clear).lines).toHaveLength(3);
  });

  test('of equal gifts of two promotions the paid one leaves, though the other stands before it', () => {
    const gift = (giftDiscountId: number) => ({
      ...mug,
      extend_params: { is_gift: 1 as const, giftDiscountId },
    });
    const bag = bagOf(gift(7), gift(8));
    const cleared = removeOrderedLines('A1', [bag.lines[1]!])(bag);
    expect(cleared.lines).toEqual([bag.lines[0]]);
  });

  test('a line that was written anew still counts as ordered, and the coupon goes with the order', () => {
    const bag = { ...bagOf(mug), coupon: 'SAVE10' };
    const anew = bag.lines.map((line): Line => ({ ...line, random_id: 'anew' }));
    expect(removeOrderedLines('A1', anew)(bag)).toMatchObject({ lines: [], coupon: '', orders: ['A1'] });
  });
});

test('whatever is done: no line without pieces, ids stay unique, groups stay whole, no two plain lines are the same', () => {
  const sku = fc.integer({ min: 1, max: 4 });
  const step = fc.oneof(
    fc.record({ do: fc.constant('add' as const), sku, quantity: fc.integer({ min: -2, max: 40 }) }),
    fc.record({ do: fc.constant('gift' as const), sku, quantity: fc.constant(1) }),
    fc.record({ do: fc.constant('bundle' as const), sku, quantity: fc.integer({ min: 1, max: 3 }) }),
    fc.record({
      do: fc.constantFrom('remove' as const, 'set' as const, 'select' as const),
      sku: fc.nat(6),
      quantity: fc.integer({ min: -1, max: 60 }),
    }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let bag = emptyBag;
      for (const { do: what, sku, quantity } of steps) {
        const line = { ...mug, sku_id: sku, quantity };
        const target = bag.lines[sku % Math.max(1, bag.lines.length)];
        if (what === 'add') bag = addBagLine(line, makeId)(bag);
        if (what === 'gift') bag = addBagLine(gift({ sku_id: sku }), makeId)(bag);
        if (what === 'bundle')
          bag = addBundle(
            [
              { ...mug, quantity },
              { ...bowl, sku_id: 200 + sku },
            ],
            'SET',
            1,
            makeId,
          )(bag);
        if (what === 'remove' && target) bag = removeBagLine(target)(bag);
        if (what === 'set' && target) bag = setQuantity(target, quantity)(bag);
        if (what === 'select' && target) bag = selectBagLines([target], quantity > 5)(bag);
      }
      expect(bag.lines.every((line) => Number.isInteger(line.quantity) && line.quantity >= 1)).toBe(true);
      expect(new Set(bag.lines.map((line) => line.random_id)).size).toBe(bag.lines.length);
      const plain = bag.lines.filter((line) => line.extend_params.is_gift === 0);
      for (const [index, line] of plain.entries()) {
        expect(
          plain.slice(index + 1).some((other) => isSameLine(other, line) && line.type !== bundleType),
        ).toBe(false);
      }
      for (const group of Map.groupBy(
        bag.lines.filter((line) => line.type === bundleType),
        (line) => line.group,
      ).values()) {
        expect(new Set(group.map((line) => line.quantity / line.extend_params.unit!)).size).toBe(1);
      }
    }),
  );
});
