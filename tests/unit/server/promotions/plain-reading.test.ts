import { expect, test } from 'vitest';
import { toDiscountResponse } from '#server/bag/discount-response.ts';
import { isEligibleLine } from '#server/promotions/price-bag.ts';
import { fc, isSoak, seed } from '../../../fast-check.ts';
import { someCase } from './arbitrary.ts';
import { price } from './fixtures.ts';
import { plainReading } from './plain-reading.ts';

test(
  `every bag costs to the unit, line by line, what a plain reading of the rules says (seed ${seed}) [DISC-16, DISC-17, DISC-18, DISC-19, DISC-20, DISC-21, DISC-22, DISC-26, DISC-27, GIFT-09, GIFT-10, PRICE-23]`,
  () =>
    fc.assert(
      fc.property(someCase, (given) => {
        const bag = price(given.lines, given.shop, given.coupon, given.isConfirmed);
        const read = plainReading(given);
        const byId = (a: readonly unknown[], b: readonly unknown[]) => (String(a[0]) < String(b[0]) ? -1 : 1);
        const disabled = new Map(
          toDiscountResponse(bag)
            .checkout_items.flatMap((group) => group.variant_items)
            .map((item) => [item.random_id, item.is_disable_gift]),
        );
        expect({
          pay: bag.totalPay,
          discount: bag.totalDiscount,
          lines: bag.lines
            .filter(isEligibleLine)
            .map(({ line, amount, discount }) => [line.randomId, amount, discount] as const)
            .sort(byId),
          gifts: bag.lines
            .filter(({ line }) => line.isGift)
            .map(({ line, status }) => [line.randomId, status, disabled.get(line.randomId)] as const)
            .sort(byId),
          coupon: bag.coupon,
          asks: bag.needSecondConfirm,
          filled: bag.autoFillCoupon,
        }).toEqual({ ...read, lines: read.lines.toSorted(byId), gifts: read.gifts.toSorted(byId) });
      }),
      { numRuns: isSoak ? 10_000 : 300 },
    ),
  isSoak ? 600_000 : 30_000,
);
