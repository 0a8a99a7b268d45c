import { describe, expect, test } from 'vitest';
import {
  type Companion,
  companionLine,
  companionReachingFreeShipping,
  pickCompanions,
} from '#lib/bag/companions.ts';
import { rankCompanions } from '#server/catalog/rank-companions.ts';

const thing = (product_id: number, price: number): Companion => ({
  product_id,
  variant_id: product_id * 10,
  title: `Thing ${product_id}`,
  seo_url: `thing-${product_id}`,
  options: [],
  price,
  image: '',
  is_virtual: false,
});
const all = [thing(1, 12), thing(2, 48), thing(3, 31), thing(4, 30.99), thing(5, 34)];
const ids = (list: readonly Companion[]) => list.map(({ product_id }) => product_id);

describe('what the drawer offers', () => {
  test('is the two that fit best, none of them in the bag', () => {
    expect(ids(pickCompanions(all, [], 0))).toEqual([1, 2]);
    expect(ids(pickCompanions(all, [1, 9], 0))).toEqual([2, 3]);
    expect(pickCompanions(all, [1, 2, 3, 4, 5], 0)).toEqual([]);
  });

  test('passes the line of free shipping first: the least expensive that does, to the cent', () => {
    expect(ids(pickCompanions(all, [], 31))).toEqual([3, 5]);
    expect(ids(pickCompanions(all, [3], 31))).toEqual([5, 2]);
    // If only one product reaches free shipping, the best match is beside it.
    expect(ids(pickCompanions(all, [], 40))).toEqual([2, 1]);
    expect(ids(pickCompanions(all, [], 500))).toEqual([1, 2]);
  });

  test('the line names what passes it, and nothing else', () => {
    const named = (missing: number) =>
      companionReachingFreeShipping(pickCompanions(all, [], missing), missing);
    expect(named(31)?.title).toBe('Thing 3');
    expect(named(31.01)?.title).toBe('Thing 5');
    expect([named(0), named(500), companionReachingFreeShipping([], 5)]).toEqual([null, null, null]);
  });

  test('goes into the bag as one piece of its variant', () => {
    const cup = { ...thing(7, 34), options: [{ name: 'Glaze', value: 'Oat' }] };
    expect(companionLine(cup)).toMatchObject({
      ...{ id: 7, sku_id: 70, quantity: 1, price: 34, noOptions: false },
      ...{ options: cup.options, url: '/products/thing-7?variant=70' },
    });
  });
});

describe('what goes with a bag', () => {
  const shelf = (size: number, products: [id: number, sold: number][], main = 0, shared = 1) => ({
    ...{ size, shared, main },
    products: products.map(([id, sold]) => ({ id, sold })),
  });

  test('is first what is sold in a set with it, then what stands in the narrower collection, then what sells', () => {
    expect(
      rankCompanions(
        [1],
        [[1, 9]],
        [
          shelf(4, [
            [1, 99],
            [2, 1],
            [3, 5],
          ]),
          shelf(40, [
            [4, 1000],
            [2, 1],
          ]),
        ],
      ),
    ).toEqual([9, 2, 3, 4]);
  });

  test('the collection that says what a thing is weighs more than one it merely stands in as well', () => {
    const [table, gifts] = [shelf(8, [[2, 0]], 1), shelf(6, [[3, 50]])];
    expect(rankCompanions([1], [], [gifts, table])).toEqual([2, 3]);
  });

  test('what several of the bag stand beside fits better; the bag’s own are never offered', () => {
    const shelves = [shelf(10, [[2, 9]]), shelf(10, [[3, 0]], 0, 2)];
    expect(rankCompanions([1, 4], [[1, 4]], shelves)).toEqual([3, 2]);
    expect(rankCompanions([], [], [])).toEqual([]);
  });
});
