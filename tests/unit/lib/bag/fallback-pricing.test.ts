import { expect, test } from 'vitest';
import type { Bag } from '#lib/bag/bag-codec.ts';
import { createBagViewModel } from '#lib/bag/bag-view-model.ts';
import type { NewLine } from '#lib/bag/line.ts';
import { fetchPricing, type PricingApi } from '#lib/bag/pricing.ts';
import { bagOf, bowl, gift, mug } from './fixtures.ts';

const failure = { code: 90000, msg: 'down', data: null };
const ok = <Data>(data: Data) => ({ code: 0 as const, msg: '', data });

/** The endpoints for prices and stock respond, the one for discounts fails. */
const calls = (stock: Partial<{ sale_status: 0 | 1; sale_inventory_quantity: number }> = {}): PricingApi => ({
  price: async (wanted) =>
    ok(
      wanted.map(({ variant_id }) => ({
        sku_id: variant_id,
        sale_price: variant_id === 101 ? 19.99 : 38,
        original_price: 40,
        tailor_status: 1 as const,
      })),
    ),
  inventory: async (wanted) =>
    ok(
      wanted.map(({ variant_id }) => ({
        sku_id: variant_id,
        sale_inventory_quantity: 9,
        sale_status: 1 as const,
        is_product_deleted: false,
        is_product_published: true,
        ...(variant_id === 101 ? stock : {}),
      })),
    ),
  discount: async () => failure,
});

test('when discounts cannot be had, lines and their plain total stay; the discount result is empty [DISC-15]', async () => {
  const bag = bagOf({ ...mug, quantity: 3 }, bowl, { ...bowl, sku_id: 202, is_selected: false }, gift());
  const quote = await fetchPricing(bag, calls(), new Map());
  expect(quote).toMatchObject({ isPlain: true, groups: [], gifts: [], totalDiscount: 0, coupon: '' });
  const shown = createBagViewModel(bag, quote, 'failed', new Map());
  // 3 × 19.99 + 38.00; unselected lines and gifts do not count.
  expect(shown).toMatchObject({ total: 97.97, discount: null, hasFailed: true, isPlain: true });
  expect(shown.lines.map(({ charge }) => charge?.amount)).toEqual([59.97, 38, 38, 0]);
});

test('a line that is sold out is not in the plain total', async () => {
  const bag = bagOf(mug, bowl);
  const quote = await fetchPricing(bag, calls({ sale_status: 0 }), new Map());
  const shown = createBagViewModel(bag, quote, 'failed', new Map());
  expect(shown.total).toBe(38);
  expect(shown.lines.map(({ status, problem }) => [status, problem])).toEqual([
    [0, 'sold_out'],
    [1, ''],
  ]);
});

test('of a bundle that is not whole nothing is in the plain total, as the server will say', async () => {
  const part = (line: NewLine): NewLine => ({ ...line, type: 2, code: 'SET', group: 'SET' });
  const plain = async (bag: Bag, stock?: Parameters<typeof calls>[0]) => {
    const shown = createBagViewModel(
      bag,
      await fetchPricing(bag, calls(stock), new Map()),
      'failed',
      new Map(),
    );
    return [shown.total, shown.lines.map(({ status, problem }) => [status, problem])];
  };
  const alone = { ...bowl, sku_id: 202 };
  const bag = bagOf(part(mug), part(bowl), alone);
  expect(await plain(bag)).toEqual([
    95.99,
    [
      [1, ''],
      [1, ''],
      [1, ''],
    ],
  ]);
  expect(await plain(bag, { sale_status: 0 })).toEqual([
    38,
    [
      [0, 'sold_out'],
      [0, 'changed'],
      [1, ''],
    ],
  ]);
  const torn = bagOf(part({ ...mug, is_selected: false }), part(bowl), alone);
  expect(await plain(torn)).toEqual([
    38,
    [
      [0, 'changed'],
      [0, 'changed'],
      [1, ''],
    ],
  ]);
  // Another bundle with the same code is separate.
  const other = bagOf(part(mug), part(bowl), { ...part(alone), group: 'SET-2' });
  expect((await plain(other, { sale_status: 0 }))[0]).toBe(38);
});

test('more pieces than are left keep the checkout closed, with the plain total too', async () => {
  const bag = bagOf({ ...mug, quantity: 3 });
  const quote = await fetchPricing(bag, calls({ sale_inventory_quantity: 2 }), new Map());
  expect(createBagViewModel(bag, quote, 'failed', new Map()).canCheckout).toBe(false);
});
