import { expect, test } from 'vitest';
import type { CustomOption } from '#server/catalog/records.ts';
import { checkCustomisation, getImageValues } from '#server/promotions/customisation.ts';

const option = (changes: Partial<CustomOption> & Pick<CustomOption, 'type' | 'name'>): CustomOption => ({
  label: changes.name,
  required: false,
  price: 0,
  values: [],
  ...changes,
});
const text = option({ type: 1, name: 'text', price: 500 });
const image = option({ type: 2, name: 'image', price: 800 });
const card = option({
  type: 3,
  name: 'card',
  required: true,
  values: [
    { value: 'Sage', price: 0 },
    { value: 'Gold', price: 250 },
  ],
});
const extras = option({
  type: 5,
  name: 'checkbox',
  values: [
    { value: 'wrap', price: 300 },
    { value: 'note', price: 100 },
  ],
});
const gilded = option({
  type: 4,
  name: 'dropdown',
  show_rule: { dependOn: 'card', value: 'Gold' },
  values: [{ value: 'rim', price: 50 }],
});
const all = [text, image, card, extras, gilded];
/** The URL that the shop returned for a completed upload. */
const picture = `/media/uploads/${'a1'.repeat(16)}.webp`;
const uploaded = new Set([picture]);
const choose = (name: string, type: number, value: string) => ({ name, type, value });

test('adds the price of each chosen option and value', () => {
  const chosen = [
    choose('text', 1, 'Ada'),
    choose('card', 3, 'Gold'),
    choose('dropdown', 4, 'rim'),
    choose('checkbox', 5, 'wrap'),
    choose('checkbox', 5, 'note'),
    choose('image', 2, picture),
  ];
  expect(checkCustomisation(all, chosen, uploaded)).toEqual({
    status: 1,
    price: 500 + 250 + 50 + 300 + 100 + 800,
  });
  expect(checkCustomisation(all, [choose('card', 3, 'Sage')], uploaded)).toEqual({ status: 1, price: 0 });
  expect(checkCustomisation([], [], uploaded)).toEqual({ status: 1, price: 0 });
});

test.each([
  ['a required option is missing', []],
  ['an option the product no longer has', [choose('card', 3, 'Sage'), choose('monogram', 1, 'x')]],
  ['a value the option no longer has', [choose('card', 3, 'Pink')]],
  ['another type', [choose('card', 4, 'Sage')]],
  ['two values of one choice', [choose('card', 3, 'Sage'), choose('card', 3, 'Gold')]],
  [
    'the same value twice',
    [choose('card', 3, 'Sage'), choose('checkbox', 5, 'wrap'), choose('checkbox', 5, 'wrap')],
  ],
  ['an option its show_rule hides', [choose('card', 3, 'Sage'), choose('dropdown', 4, 'rim')]],
  ['a text beyond 200 characters', [choose('card', 3, 'Sage'), choose('text', 1, 'x'.repeat(201))]],
  ['a blank text', [choose('card', 3, 'Sage'), choose('text', 1, '  ')]],
  ['a file of another site', [choose('card', 3, 'Sage'), choose('image', 2, '//evil.example/x.png')]],
  ['a page of the shop', [choose('card', 3, 'Sage'), choose('image', 2, '/1/checkouts/x')]],
  ['a picture of the shop', [choose('card', 3, 'Sage'), choose('image', 2, '/media/abc/800.webp')]],
  [
    'a picture that never arrived',
    [choose('card', 3, 'Sage'), choose('image', 2, picture.replace('a1', 'b2'))],
  ],
])('no longer fits: %s [PRICE-02]', (_, chosen) => {
  expect(checkCustomisation(all, chosen, uploaded)).toEqual({ status: 0, price: 0 });
});

test('says which of the values are pictures, so that it can be looked whether they were uploaded', () => {
  expect(
    getImageValues([choose('image', 2, picture), choose('text', 1, '/a'), choose('image', 2, '/b')]),
  ).toEqual([picture, '/b']);
});

test('options that depend on each other in a circle hide each other', () => {
  const a = option({ type: 1, name: 'a', show_rule: { dependOn: 'b', value: 'x' } });
  const b = option({ type: 1, name: 'b', show_rule: { dependOn: 'a', value: 'x' } });
  expect(checkCustomisation([a, b], [choose('a', 1, 'x'), choose('b', 1, 'x')], uploaded).status).toBe(0);
});
