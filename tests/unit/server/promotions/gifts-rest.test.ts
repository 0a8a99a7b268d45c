import { expect, test } from 'vitest';
import { emptyBag } from '#lib/bag/bag-codec.ts';
import { type BagPricing, emptyPricing } from '#lib/bag/bag-pricing.ts';
import { linesToDrop } from '#lib/bag/bag-view-model.ts';
import { toCheckoutGroups } from '#lib/bag/checkout-groups.ts';
import { giftsToAdd } from '#lib/bag/gifts.ts';
import { isGift, type Line, makeLine } from '#lib/bag/line.ts';
import { toDiscountResponse } from '#server/bag/discount-response.ts';
import { parseRequestedBag } from '#server/bag/requested-bag.ts';
import { unitsForSale } from '#server/catalog/stock.ts';
import { isEligibleLine } from '#server/promotions/price-bag.ts';
import type { BagLine } from '#server/promotions/priced-bag.ts';
import { fc, isSoak, seed } from '../../../fast-check.ts';
import { type Case, someCase } from './arbitrary.ts';
import { price } from './fixtures.ts';

let made = 0;
const toLine = ({ productId, variantId, quantity, isSelected, code, group, unit, randomId }: BagLine): Line =>
  makeLine(
    {
      id: productId,
      sku_id: variantId,
      quantity,
      title: 'Thing',
      price: 0,
      is_selected: isSelected,
      ...(code === '' ? {} : { type: 2, code, group, extend_params: { is_gift: 0, unit } }),
    },
    randomId,
  );

/** Prices a bag without gifts, then adds earned gifts and drops lost lines until nothing changes. */
function settle({ shop, lines: sent }: Case) {
  let lines = sent.filter((line) => !line.isGift).map(toLine);
  for (let rounds = 1; ; rounds += 1) {
    const bag = { ...emptyBag, lines };
    const priced = price(parseRequestedBag(toCheckoutGroups(bag)).lines, shop);
    const answer = toDiscountResponse(priced);
    const items = answer.checkout_items.flatMap((group) => group.variant_items);
    const quote: BagPricing = {
      ...emptyPricing(bag),
      items: new Map(items.map((item) => [item.random_id, item])),
    };
    const lost = linesToDrop(quote);
    const kept = lines.filter((line) => !lost.includes(line));
    const earned = giftsToAdd(kept, answer.discount_gifts, []);
    if (lost.length + earned.length === 0) return { lines, priced, items, rounds };
    lines = [...earned.map((line) => makeLine(line, `gift-${++made}`)), ...kept];
  }
}

test(
  `the gifts of a bag come in one go, and each of them can be had, however many promotions give the same (seed ${seed}) [GIFT-01, GIFT-02, GIFT-03]`,
  () =>
    fc.assert(
      fc.property(someCase, (given) => {
        const { priced, items, lines, rounds } = settle(given);
        expect(rounds).toBeLessThanOrEqual(2);
        const gifts = items.filter((item) => item.is_gift === 1);
        expect(gifts.every(({ status, quantity }) => status === 1 && quantity === 1)).toBe(true);
        const wanted = priced.gifts
          .flatMap(({ steps }) => steps.filter(({ isAchieved }) => isAchieved))
          .flatMap((step) => step.gifts.map(({ gift }) => gift));
        for (const [id, own] of Map.groupBy(wanted, ({ variant_id }) => variant_id)) {
          const asked = own.reduce((all, { auto_car }) => all + auto_car, 0);
          const paid = priced.lines
            .filter((entry) => isEligibleLine(entry) && entry.line.variantId === id)
            .reduce((all, { line }) => all + line.quantity, 0);
          const left = Math.max(0, unitsForSale(given.shop.variants.get(id)!) - paid);
          const there = lines.filter((line) => isGift(line) && line.sku_id === id).length;
          expect(there).toBe(Math.min(asked, left));
        }
      }),
      { numRuns: isSoak ? 10_000 : 200 },
    ),
  isSoak ? 600_000 : 30_000,
);
