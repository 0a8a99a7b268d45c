import { describe, expect, test } from 'vitest';
import { bagKey, decodeBag, emptyBag, encodeBag } from '#lib/bag/bag-codec.ts';
import { countStoredUnits, countUnits } from '#lib/bag/capacity.ts';
import { makeLine, type NewLine } from '#lib/bag/line.ts';
import { fc } from '../../../fast-check.ts';
import { bagOf, bowl, gift, mug } from './fixtures.ts';

const given: NewLine = {
  ...mug,
  quantity: 3,
  options: [{ name: 'Colour', value: 'Sage' }],
  image: '/media/abc/320.webp',
  url: '/products/mug?variant=101',
  pUrl: '/collections/stoneware',
  type: 2,
  code: 'SET',
  group: 'SET-a1b2',
  custom_props: [{ name: 'Note', value: 'Hi' }],
  customizedOptions: [
    {
      type: 1,
      name: 'text',
      value: 'Ada',
      price: 5,
      show_rule: { dependOn: 'card', value: 'Gold' },
      others: { fill: '#fff', fontSize: 12 },
    },
  ],
  customizedCompositeImage: '/uploads/x.png',
  extend_params: { is_gift: 0, unit: 3 },
  noOptions: true,
  is_virtual: true,
  sku_bundle_id: 4,
};
const full = makeLine(given, 'line-1');

test('the bag is kept under the key `cart` [LINE-01]', () => {
  expect(bagKey).toBe('cart');
});

test('a line keeps all its fields through the storage [LINE-02, LINE-05]', () => {
  const [line] = decodeBag(encodeBag({ ...emptyBag, lines: [full] })).lines;
  expect(line).toEqual({
    ...given,
    random_id: 'line-1',
    has_custom_props: true,
    is_selected: true,
  });
});

test('extend_params keeps is_gift, giftDiscountId, position and auto_car [LINE-04]', () => {
  const [line] = decodeBag(encodeBag(bagOf(gift()))).lines;
  expect(line!.extend_params).toEqual({ is_gift: 1, giftDiscountId: 7, position: 1, auto_car: 1 });
});

test('what recommendations and tracking need of a line is in it [LINE-06]', () => {
  expect(full).toMatchObject({
    id: 10,
    sku_id: 101,
    image: '/media/abc/320.webp',
    quantity: 3,
    url: '/products/mug?variant=101',
    title: 'Mug',
  });
  expect([full.options, full.custom_props, full.extend_params.is_gift]).toEqual([
    [{ name: 'Colour', value: 'Sage' }],
    [{ name: 'Note', value: 'Hi' }],
    0,
  ]);
});

describe('what cannot be a line', () => {
  test('has no id or no sku_id and is dropped when read [LINE-07]', () => {
    const lines = [
      { sku_id: 1 },
      { id: 1 },
      { id: 0, sku_id: 1 },
      { id: 1, sku_id: null },
      { id: 'x', sku_id: 1 },
      { id: '7', sku_id: '8' },
    ];
    expect(
      decodeBag(JSON.stringify({ version: 1, lines })).lines.map(({ id, sku_id }) => [id, sku_id]),
    ).toEqual([[7, 8]]);
  });

  test('is dropped when written [LINE-07]', () => {
    const broken = { ...full, sku_id: 0 };
    expect(JSON.parse(encodeBag({ ...emptyBag, lines: [broken, full] })).lines).toHaveLength(1);
  });
});

describe('old and broken storage', () => {
  test('the bare list of version 0 becomes a bag', () => {
    const bag = decodeBag(
      JSON.stringify([{ id: 10, sku_id: 101, quantity: '2', title: 'Mug', code: 'OLD', group: 'x' }]),
    );
    expect(bag.lines[0]).toMatchObject({
      id: 10,
      sku_id: 101,
      quantity: 2,
      title: 'Mug',
      code: '',
      group: '',
      is_selected: true,
    });
  });

  test.each([
    [0, false],
    [false, false],
    [1, true],
    [true, true],
    [undefined, true],
  ])('a line stored with is_selected %j is read as selected: %j', (is_selected, isSelected) => {
    const bag = decodeBag(JSON.stringify([{ id: 10, sku_id: 101, is_selected }]));
    expect(bag.lines[0]?.is_selected).toBe(isSelected);
  });

  test.each([
    null,
    undefined,
    '',
    '{',
    '"x"',
    '7',
    'null',
    '[]',
    '{"lines":"old"}',
    '{"items":"old"}',
    '[[[]]]',
    '[null,7,"x"]',
  ])('%j is an empty bag', (text) => {
    expect(decodeBag(text).lines).toEqual([]);
    expect(countStoredUnits(text ?? null)).toBe(0);
  });

  test('what is sound of a broken line is kept, the rest has its usual value', () => {
    const line = {
      id: 1,
      sku_id: 2,
      quantity: -5,
      price: 'free',
      options: 'red',
      url: 'javascript:alert(1)',
      image: '//evil.example/x',
      custom_props: [{ name: 1 }, { name: 'a', value: 'b' }],
      extend_params: 3,
    };
    expect(decodeBag(JSON.stringify([line])).lines[0]).toMatchObject({
      quantity: 1,
      price: 0,
      options: [],
      url: '',
      image: '',
      custom_props: [{ name: 'a', value: 'b' }],
      extend_params: { is_gift: 0 },
    });
  });

  test('a bundle whose lines hold different numbers of sets is brought to the smallest', () => {
    const part = (sku_id: number, quantity: number, unit: number) => ({
      id: 1,
      sku_id,
      quantity,
      type: 2,
      code: 'S',
      group: 'S',
      extend_params: { unit },
    });
    expect(
      decodeBag(JSON.stringify([part(1, 6, 2), part(2, 2, 1)])).lines.map((line) => line.quantity),
    ).toEqual([4, 2]);
  });

  test('a random_id that several lines have stays with the first; each repeat has one of its own, at every reading', () => {
    const [line] = bagOf(mug).lines;
    const long = 'x'.repeat(64);
    const ids = ['a', 'a', 'a-2', 'a', long, long];
    const text = JSON.stringify(ids.map((random_id, at) => ({ ...line, random_id, sku_id: 101 + at })));
    const read = decodeBag(text).lines.map(({ random_id }) => random_id);
    expect(read).toEqual(['a', 'a-3', 'a-2', 'a-4', long, `${long.slice(0, 56)}-2`]);
    expect(decodeBag(text).lines.map(({ random_id }) => random_id)).toEqual(read);
  });

  test('no stored value makes reading fail, and reading what was written changes nothing', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.json().map((json) => `{"lines":[{"id":1,"sku_id":2,"extend_params":${json}},${json}]}`),
        ),
        (text) => {
          const bag = decodeBag(text);
          expect(decodeBag(encodeBag(bag))).toEqual(bag);
        },
      ),
    );
  });
});

test('the badge script counts what the bag counts', () => {
  const line = fc.record(
    {
      id: fc.constantFrom<unknown>(1, '3', 0, null),
      sku_id: fc.constantFrom<unknown>(2, '4', undefined),
      quantity: fc.constantFrom<unknown>(1, 5, 98, '7', 0, -1, null, 2.5),
      extend_params: fc.constantFrom<unknown>(undefined, {}, { is_gift: 0 }, { is_gift: 1 }),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.array(line), fc.boolean(), (lines, isVersioned) => {
      const text = JSON.stringify(isVersioned ? { version: 1, lines } : lines);
      expect(countStoredUnits(text)).toBe(countUnits(decodeBag(text).lines));
    }),
  );
  expect(countStoredUnits(encodeBag(bagOf(mug, { ...bowl, quantity: 4 }, gift())))).toBe(5);
});
