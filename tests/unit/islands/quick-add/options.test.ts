import { describe, expect, test } from 'vitest';
import {
  chooseValue,
  chosenVariant,
  firstChoice,
  hasNothingToChoose,
  isValueAvailable,
  joinStockAndPrices,
  type QuickProduct,
} from '#lib/catalog/card-options.ts';
import type { WireProduct } from '#lib/contract/wire-product.ts';

/** Values have the ids 11, 12 … for the first option, 21, 22 … for the second. */
function quick(sizes: readonly number[], skus: readonly (readonly number[])[], sold: readonly number[] = []) {
  const options = sizes.map((size, option) => ({
    id: option + 1,
    name: `Option ${option + 1}`,
    style: 1,
    values: Array.from({ length: size }, (_, at) => {
      const id = 10 * (option + 1) + at + 1;
      return { id, value: `Value ${id}`, img: '', styleValue: '' };
    }),
  }));
  const variants = skus.map((optionValueIds, at) => ({ id: 100 + at, optionValueIds }));
  return {
    product: { options, variants } as unknown as WireProduct,
    listing: variants.filter(({ id }) => !sold.includes(id)).map(({ id }) => ({ sku_id: id, sale_price: 5 })),
  } satisfies QuickProduct;
}

const stock = (sku_id: number, more: object = {}) => ({
  sku_id,
  sale_inventory_quantity: 3,
  sale_status: 1 as const,
  is_product_deleted: false,
  is_product_published: true,
  ...more,
});
const price = (sku_id: number, sale_price: number) => ({
  sku_id,
  sale_price,
  original_price: 99,
  tailor_status: 1 as const,
});

describe('the product listing of a card', () => {
  test('is the first call’s list without what is not for sale [CARD-16]', () => {
    const list = joinStockAndPrices(
      [
        stock(1),
        stock(2, { sale_status: 0 }),
        stock(3, { is_product_deleted: true }),
        stock(4, { is_product_published: false }),
      ],
      [1, 2, 3, 4].map((id) => price(id, id)),
    );
    expect(list.map(({ sku_id }) => sku_id)).toEqual([1]);
  });

  test('takes each price from the second call by sku_id, in whatever order it comes [CARD-17]', () => {
    const list = joinStockAndPrices([stock(1), stock(2), stock(3)], [price(2, 20), price(1, 10)]);
    expect(list).toEqual([
      { sku_id: 1, sale_price: 10 },
      { sku_id: 2, sale_price: 20 },
    ]);
  });
});

describe('choosing on a card', () => {
  test('is not needed while every group has at most one value [CARD-10]', () => {
    expect(hasNothingToChoose(quick([], [[]]).product)).toBe(true);
    expect(hasNothingToChoose(quick([1, 1], [[11, 21]]).product)).toBe(true);
    expect(hasNothingToChoose(quick([1, 2], [[11, 21]]).product)).toBe(false);
    const single = quick([1], [[11]]);
    expect(chosenVariant(single, firstChoice(single.product))?.id).toBe(100);
    const plain = quick([], [[]]);
    expect(chosenVariant(plain, firstChoice(plain.product))?.id).toBe(100);
  });

  const cup = quick(
    [2, 2],
    [
      [11, 21],
      [11, 22],
      [12, 21],
    ],
  );

  test('ends with a variant when there are as many selections as groups, not before [CARD-12]', () => {
    const one = chooseValue(cup, firstChoice(cup.product), 0, 11);
    expect(one).toEqual([11, null]);
    expect(chosenVariant(cup, one)).toBeNull();
    const both = chooseValue(cup, one, 1, 22);
    expect(chosenVariant(cup, both)?.id).toBe(101);
  });

  test('disables values that no variant for sale has with the others [CARD-13]', () => {
    const chosen = chooseValue(cup, firstChoice(cup.product), 0, 12);
    expect([21, 22].map((value) => isValueAvailable(cup, chosen, 1, value))).toEqual([true, false]);
    const sold = quick([2], [[11], [12]], [100]);
    expect([11, 12].map((value) => isValueAvailable(sold, firstChoice(sold.product), 0, value))).toEqual([
      false,
      true,
    ]);
  });

  test('changes nothing for a value that is disabled or chosen already [CARD-14]', () => {
    const chosen = chooseValue(cup, firstChoice(cup.product), 0, 12);
    expect(chooseValue(cup, chosen, 1, 22)).toBe(chosen);
    expect(chooseValue(cup, chosen, 0, 12)).toBe(chosen);
    expect(chooseValue(cup, chosen, 0, 11)).toEqual([11, null]);
  });
});
