import { describe, expect, test } from 'vitest';
import { giftLine, giftsToAdd } from '#lib/bag/gifts.ts';
import { giftKey, makeLine } from '#lib/bag/line.ts';
import type { WireGift, WireGiftDiscount } from '#lib/contract/wire-discount.ts';
import { makeId } from './fixtures.ts';

const mug: WireGift = {
  product_id: 1,
  variant_id: 11,
  auto_car: 1,
  title: 'Mug',
  seo_url: 'mug',
  image: '/mug.jpeg',
  variant_option_values: ['Sage'],
  original_price: 24,
  sale_inventory_quantity: 9,
  sale_status: 1,
  is_product_published: true,
};
const bottle: WireGift = { ...mug, product_id: 2, variant_id: 22, auto_car: 2, title: 'Bottle' };

/** The example of R108: 50 gives a mug, 100 a mug and two bottles. */
function promotion(reached: number, change: Partial<WireGift> = {}): WireGiftDiscount {
  const step = (position: number, gift_products: WireGift[]) => ({
    position,
    achieved: position === reached,
    gift_products: gift_products.map((gift) => ({ ...gift, ...change })),
    desc: '',
    params: [],
  });
  return { discount_id: 7, discount_rules: [step(1, [mug]), step(2, [mug, bottle])] };
}
const added = (reached: number, change?: Partial<WireGift>) =>
  giftsToAdd([], [promotion(reached, change)], []).map(({ title }) => title);

describe('gifts come by themselves', () => {
  test('as many lines as the step adds, each of one piece [GIFT-01, GIFT-02]', () => {
    expect(added(1)).toEqual(['Mug']);
    expect(added(2)).toEqual(['Mug', 'Bottle', 'Bottle']);
    expect(added(0)).toEqual([]);
    const lines = giftsToAdd([], [promotion(2)], []);
    expect(lines.map(({ quantity }) => quantity)).toEqual([1, 1, 1]);
  });

  test('none that is unpublished, sold out or left to the shopper, and never more than there are [GIFT-01, GIFT-03]', () => {
    expect(added(2, { is_product_published: false })).toEqual([]);
    expect(added(2, { sale_status: 0 })).toEqual([]);
    expect(added(2, { auto_car: 0 })).toEqual([]);
    expect(added(2, { sale_inventory_quantity: 1 })).toEqual(['Mug', 'Bottle']);
  });

  test('of two promotions that give the last piece one adds it, and what the bag has of it counts for both [GIFT-03]', () => {
    const last = [promotion(1, { sale_inventory_quantity: 1 })];
    const both = [...last, { ...last[0]!, discount_id: 8 }];
    const given = giftsToAdd([], both, []);
    expect(given.map(({ extend_params }) => extend_params?.giftDiscountId)).toEqual([7]);
    const fromTheOther = makeLine(
      { ...given[0]!, extend_params: { ...given[0]!.extend_params!, giftDiscountId: 8 } },
      makeId(),
    );
    expect(giftsToAdd([fromTheOther], both, [])).toEqual([]);
    // After its deletion from the first promotion, the second one gives the mug.
    expect(
      giftsToAdd([], both, [giftKey(7, 11)]).map(({ extend_params }) => extend_params?.giftDiscountId),
    ).toEqual([8]);
    const two = [7, 8].map((discount_id) => ({
      ...promotion(1, { sale_inventory_quantity: 2 }),
      discount_id,
    }));
    expect(giftsToAdd([], two, [])).toHaveLength(2);
  });

  test('only those that are still missing, step by step', () => {
    const [line] = giftsToAdd([], [promotion(1)], []);
    const bag = [makeLine(line!, makeId())];
    expect(giftsToAdd(bag, [promotion(1)], [])).toEqual([]);
    // The better step adds its own mug; the other mug leaves with its step.
    expect(giftsToAdd(bag, [promotion(2)], []).map(({ title }) => title)).toEqual([
      'Mug',
      'Bottle',
      'Bottle',
    ]);
  });

  test('not those the shopper has deleted, one for each line, whichever step gives them', () => {
    const key = giftKey(7, 22);
    const titles = (declined: string[]) => giftsToAdd([], [promotion(2)], declined).map(({ title }) => title);
    expect(titles([key])).toEqual(['Mug', 'Bottle']);
    expect(titles([key, key])).toEqual(['Mug']);
    expect(titles([giftKey(7, 11)])).toEqual(['Bottle', 'Bottle']);
    expect(titles([giftKey(8, 11)])).toHaveLength(3);
  });

  test('a gift line names its promotion, step and count, and what it is [GIFT-04]', () => {
    expect(giftLine({ discountId: 7, position: 2, gift: bottle })).toMatchObject({
      id: 2,
      sku_id: 22,
      price: 0,
      quantity: 1,
      url: '/products/mug?variant=22',
      options: [{ value: 'Sage' }],
      extend_params: { is_gift: 1, giftDiscountId: 7, position: 2, auto_car: 2 },
    });
  });
});
