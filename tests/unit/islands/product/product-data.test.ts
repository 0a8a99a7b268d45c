import { expect, test } from 'vitest';
import { restoreVariantChoices, toProductFormProps } from '#islands/product/product-data.ts';
import type { ProductDetail } from '#lib/contract/storefront.ts';

const options = [
  { name: 'Glaze', style: 1, values: [{ value: 'Oat' }, { value: 'Sage' }] },
  { name: 'Size', style: 1, values: [{ value: 'S' }, { value: 'M' }, { value: 'L' }] },
];
const every = [
  [0, 0],
  [0, 1],
  [0, 2],
  [1, 0],
  [1, 1],
  [1, 2],
];

/** Returns the choices as the page writes them for a product, and as its form reads them. */
function told(choice: number[][], of = options) {
  const row = choice.map((_, at) => at + 1);
  const variants = { choice, sku_id: row, sale_price: row, original_price: row, sku: row.map(String) };
  const product = { variants, options: of, pictures: [], noOptions: false } as unknown as ProductDetail;
  const written = toProductFormProps(product);
  return { written: written.variants.choice, read: restoreVariantChoices(written).variants.choice };
}

test('a product with every combination of its values names none, and its form knows them all', () => {
  expect(told(every)).toEqual({ written: [], read: every });
});

test('a product without some combination, or in another order, names what it has', () => {
  const fewer = every.slice(1);
  expect(told(fewer)).toEqual({ written: fewer, read: fewer });
  const turned = every.toReversed();
  expect(told(turned)).toEqual({ written: turned, read: turned });
  // More rows than combinations.
  const long = [[0], [0], [1]];
  expect(told(long, options.slice(0, 1))).toEqual({ written: long, read: long });
});

test('a product with few of very many combinations is told without counting them out', () => {
  const values = Array.from({ length: 400 }, (_, value) => ({ value: String(value) }));
  const sparse = [1, 2, 3].map((number) => ({ name: String(number), style: 1, values }));
  const diagonal = values.map((_, at) => [at, at, at]);
  expect(told(diagonal, sparse)).toEqual({ written: diagonal, read: diagonal });
});

test('one variant without options stays one', () => {
  expect(told([[]], [])).toEqual({ written: [], read: [[]] });
});
