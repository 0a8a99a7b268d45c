/** Properties of every bag under every promotion; SOAK=1 runs the full counts. */

import { describe, expect, test } from 'vitest';
import { emptyBag } from '#lib/bag/bag-codec.ts';
import { emptyPricing } from '#lib/bag/bag-pricing.ts';
import { createBagViewModel } from '#lib/bag/bag-view-model.ts';
import { makeLine } from '#lib/bag/line.ts';
import { currencyDigits, roundToMinorUnits } from '#lib/money/minor.ts';
import { calculateOrderTotals } from '#lib/orders/order-totals.ts';
import { toDiscountResponse } from '#server/bag/discount-response.ts';
import { unitsForSale } from '#server/catalog/stock.ts';
import { toOrderLine } from '#server/orders/order-line.ts';
import { isEligibleLine } from '#server/promotions/price-bag.ts';
import type { PricedBag } from '#server/promotions/priced-bag.ts';
import type { Promotion } from '#server/promotions/promotion.ts';
import { fc, isSoak, seed } from '../../../fast-check.ts';
import {
  bundleRules,
  type Case,
  combinationRules,
  couponRules,
  giftRules,
  multiSpecRules,
  onePriceRules,
  productOf,
  skuBundleRules,
  someCase,
  someVariants,
  tierRules,
  tyingRules,
} from './arbitrary.ts';
import { facts, line, price, variant } from './fixtures.ts';
import { offer } from './offers.ts';

const numRuns = isSoak ? 10_000 : 150;
const timeout = isSoak ? 600_000 : 30_000;

/** Tests one property; the title contains the seed. */
function holds(title: string, ids: string, check: (given: Case) => void): void {
  test(`${title} (seed ${seed}) ${ids}`, () => fc.assert(fc.property(someCase, check), { numRuns }), timeout);
}
const priced = ({ shop, lines, coupon, isConfirmed }: Case) => price(lines, shop, coupon, isConfirmed);
const sum = (values: number[]) => values.reduce((all, value) => all + value, 0);

/** Returns the parts of a result that must not depend on any order. */
function essence(bag: PricedBag) {
  const lines = bag.lines.map(({ line: { randomId, isGift }, discount, status, promotionStatus }) =>
    isGift
      ? [randomId, status]
      : [randomId, discount, status, promotionStatus?.promotion.id ?? 0, promotionStatus?.status ?? 0],
  );
  return {
    totals: [bag.totalPay, bag.totalDiscount, bag.coupon, bag.needSecondConfirm, bag.autoFillCoupon],
    refusal: bag.couponRefusal,
    lines: lines.sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1)),
    gifts: bag.gifts.map(({ promotion, steps }) => [promotion.id, steps.map(({ isAchieved }) => isAchieved)]),
  };
}

describe('every bag', () => {
  test(
    `costs the same whatever the order of its lines and of the promotions (seed ${seed}) [DISC-26, DISC-27]`,
    () =>
      fc.assert(
        fc.property(
          someCase.chain((given) =>
            fc.record({
              given: fc.constant(given),
              lines: fc.shuffledSubarray(given.lines, { minLength: given.lines.length }),
              promotions: fc.shuffledSubarray([...given.shop.promotions], {
                minLength: given.shop.promotions.length,
              }),
            }),
          ),
          ({ given, lines, promotions }) => {
            const shuffled = { ...given, lines, shop: { ...given.shop, promotions } };
            expect(essence(priced(shuffled))).toEqual(essence(priced(given)));
          },
        ),
        { numRuns },
      ),
    timeout,
  );

  holds('strikes the same on every surface, together what it saves', '[ORD-11, BAG-11]', (given) => {
    const bag = priced(given);
    const { checkout_items, total_discount_amount } = toDiscountResponse(bag);
    const items = new Map(
      checkout_items.flatMap(({ variant_items }) => variant_items.map((item) => [item.random_id, item])),
    );
    const quote = { ...emptyPricing(emptyBag), items };
    const lines = given.lines.map(({ randomId, variantId, quantity }) => ({
      ...makeLine({ id: 1, sku_id: variantId, title: '', price: 0, quantity }, randomId),
    }));
    const ofBag = createBagViewModel({ ...emptyBag, lines }, quote, 'idle', new Map()).lines.map(
      ({ charge }) => charge!,
    );
    const amounts = { ...{ subtotal: 0, shipping: 0, discount: 0, insurance: 0, tax: 0, tip: 0 }, total: 0 };
    const sold = { lines: bag.lines.map(toOrderLine), amounts, taxLines: [], coupon: '', isShipped: false };
    const minor = (amount: number | null) =>
      amount === null ? null : roundToMinorUnits(amount, given.shop.currency);
    for (const [index, ofOrder] of calculateOrderTotals(sold).lines.entries()) {
      const { amount, before } = ofBag[index]!;
      const shown = { amount: minor(amount), before: minor(before) };
      expect(shown).toEqual({ amount: ofOrder?.amount ?? 0, before: ofOrder?.before ?? null });
    }
    const saved = ofBag.map(({ amount, before }) => (before ?? amount) - amount);
    expect(minor(sum(saved))).toBe(minor(total_discount_amount));
  });

  holds('has no line and no total below zero, and no discount above its amount', '[DISC-27]', (given) => {
    const bag = priced(given);
    for (const { amount, discount, unitPrice, originalPrice } of bag.lines) {
      expect(discount).toBeGreaterThanOrEqual(0);
      expect(discount).toBeLessThanOrEqual(amount);
      expect(unitPrice).toBeLessThanOrEqual(originalPrice);
      for (const value of [amount, discount, unitPrice]) expect(Number.isSafeInteger(value)).toBe(true);
    }
    expect(bag.totalPay).toBeGreaterThanOrEqual(0);
  });

  holds(
    'has lines that add up to its totals, and promotions that add up to its discount',
    '[DISC-27]',
    (given) => {
      const bag = priced(given);
      const counted = bag.lines.filter(isEligibleLine);
      expect(sum(counted.map(({ discount }) => discount))).toBe(bag.totalDiscount);
      expect(sum(counted.map(({ amount, discount }) => amount - discount))).toBe(bag.totalPay);
      expect(sum(bag.applied.map(({ discount }) => discount))).toBe(bag.totalDiscount);
      expect(sum(bag.lines.filter((entry) => !isEligibleLine(entry)).map(({ discount }) => discount))).toBe(
        0,
      );
    },
  );

  holds(
    'is answered in groups that add up to the totals, to the unit of JPY, USD and KWD',
    '[DISC-28]',
    (given) => {
      const answer = toDiscountResponse(priced(given));
      const unit = 10 ** currencyDigits(given.shop.currency);
      const minor = (amount: number) => Math.round(amount * unit);
      const groups = answer.checkout_items.map(({ discount, variant_items }) => {
        const plain = variant_items.filter((item) => item.is_selected && item.status && !item.is_gift);
        return (
          discount?.amounts ?? { pay_amount: sum(plain.map((item) => item.pay_amount)), discount_amount: 0 }
        );
      });
      expect(sum(groups.map((group) => minor(group.pay_amount)))).toBe(minor(answer.total_pay_amount));
      expect(sum(groups.map((group) => minor(group.discount_amount)))).toBe(
        minor(answer.total_discount_amount),
      );
      for (const amount of [answer.total_pay_amount, answer.total_discount_amount]) {
        expect(minor(amount) / unit).toBe(amount);
      }
    },
  );

  holds('saves no less with a coupon, unless the shopper agreed to it', '[DISC-14]', (given) => {
    const without = priced({ ...given, coupon: '' });
    const asked = priced({ ...given, isConfirmed: false });
    const agreed = priced({ ...given, isConfirmed: true });
    expect(asked.totalDiscount).toBeGreaterThanOrEqual(without.totalDiscount);
    expect(asked.needSecondConfirm).toBe(agreed.totalDiscount < without.totalDiscount);
  });

  holds('fills in only a code that saves more', '[DISC-12]', (given) => {
    const without = priced({ ...given, coupon: '' });
    if (without.autoFillCoupon === '') return;
    const filled = priced({ ...given, coupon: without.autoFillCoupon });
    expect(filled.totalDiscount).toBeGreaterThan(without.totalDiscount);
  });

  holds(
    'has no more gifts than a step allows and the stock holds, and the same with a coupon',
    '[GIFT-10]',
    (given) => {
      const bag = priced(given);
      const gifts = bag.lines.filter(({ line: { isGift }, status }) => isGift && status === 1);
      const allowed = bag.gifts.flatMap(({ promotion, steps }) =>
        steps
          .filter(({ isAchieved }) => isAchieved)
          .flatMap((step) =>
            step.gifts.map(({ gift }) => ({ ...gift, id: promotion.id, position: step.position })),
          ),
      );
      expect(gifts.every(({ line: { quantity }, amount }) => quantity === 1 && amount === 0)).toBe(true);
      const known = Map.groupBy(
        gifts,
        ({ line: entry }) => `${entry.giftDiscountId} ${entry.giftPosition} ${entry.variantId}`,
      );
      for (const [key, lines] of known) {
        const rule = allowed.find((gift) => key === `${gift.id} ${gift.position} ${gift.variant_id}`);
        expect(lines.length).toBeLessThanOrEqual(Math.max(1, rule?.auto_car ?? -1));
      }
      for (const [id, lines] of Map.groupBy(gifts, ({ line: { variantId } }) => variantId)) {
        const paid = sum(
          bag.lines.filter(isEligibleLine).map(({ line: own }) => (own.variantId === id ? own.quantity : 0)),
        );
        expect(lines.length).toBeLessThanOrEqual(
          Math.max(0, unitsForSale(given.shop.variants.get(id)!) - paid),
        );
      }
      expect(priced({ ...given, coupon: '' }).gifts).toEqual(bag.gifts);
    },
  );

  holds('has each line in one promotion at most, and only in those that hold', '[DISC-26]', (given) => {
    const bag = priced(given);
    const active = given.shop.promotions.filter(({ endsAt }) => endsAt! > given.shop.now).map(({ id }) => id);
    for (const { promotionStatus } of bag.lines)
      if (promotionStatus) expect(active).toContain(promotionStatus.promotion.id);
    for (const { line: own, promotionStatus, status } of bag.lines) {
      const isGroup =
        promotionStatus !== null &&
        ['bundle', 'sku_bundle', 'tying', 'combination'].includes(promotionStatus.promotion.kind);
      if (own.code !== '' && status === 1) expect(isGroup).toBe(true);
      if (own.code === '') expect(isGroup).toBe(false);
    }
  });
});

/** More units, or more sets, of the same bag. */
describe('within a kind', () => {
  const grows = (
    title: string,
    ids: string,
    rules: fc.Arbitrary<object>,
    kind: string,
    check: (bag: (more: number) => PricedBag, rules: object) => void,
    linesOf: (rules: object, more: number) => ReturnType<typeof line>[] = plain,
  ) =>
    test(
      `${title} (seed ${seed}) ${ids}`,
      () =>
        fc.assert(
          fc.property(rules, someVariants, (given, variants) => {
            const promotions: Promotion[] = [offer(kind, 1, given, { code: 'CODE1' })];
            const shop = facts(
              variants.map((entry) => ({ ...entry, stock: 9999 })),
              { promotions },
            );
            check((more) => price(linesOf(given, more), shop, kind === 'code' ? 'CODE1' : ''), given);
          }),
          { numRuns },
        ),
      timeout,
    );
  const plain = (_: object, more: number) => [
    line(1, { productId: 10, quantity: 1 + more }),
    line(2, { productId: 10 }),
    line(3, { productId: 20, quantity: 2 }),
  ];
  const rises = (values: number[]) => expect(values).toEqual(values.toSorted((a, b) => a - b));
  const upTo = [0, 1, 2, 3, 4, 5];

  grows('a tier takes off no less for more pieces', '[DISC-22]', tierRules, 'tier', (bag) =>
    rises(upTo.map((more) => bag(more).totalDiscount)),
  );
  grows('multi_spec takes off no less for more pieces', '[DISC-20]', multiSpecRules, 'multi_spec', (bag) =>
    rises(upTo.map((more) => bag(more).totalDiscount)),
  );
  grows('a coupon takes off no less for more pieces', '[DISC-16]', couponRules, 'code', (bag) =>
    rises(upTo.map((more) => bag(more).totalDiscount)),
  );
  grows('one price asks no less for more pieces', '[PRICE-23]', onePriceRules, 'oneprice', (bag) =>
    rises(upTo.map((more) => bag(more).totalPay)),
  );
  grows('a gift step is not lost by buying more', '[GIFT-09]', giftRules, 'fullgift', (bag) =>
    rises(
      upTo.map((more) => {
        const steps = bag(more).gifts[0]!.steps;
        return steps.findIndex(({ isAchieved }) => isAchieved);
      }),
    ),
  );

  const sets =
    (of: (rules: never) => [variant: number, pieces: number][], code: string) =>
    (given: object, more: number) =>
      of(given as never).map(([id, pieces], index) =>
        line(id, {
          productId: productOf(id),
          quantity: pieces * (1 + more),
          code,
          group: '0',
          randomId: String(index),
        }),
      );
  const setGrows = (bag: (more: number) => PricedBag) => {
    rises(upTo.map((more) => bag(more).totalPay));
    rises(upTo.map((more) => bag(more).totalDiscount));
    expect(bag(0).lines.every(({ status }) => status === 1)).toBe(true);
  };
  grows(
    'a further set of a bundle costs no less and saves no less',
    '[DISC-17]',
    bundleRules,
    'bundle',
    setGrows,
    sets(
      ({ items }: { items: { product_id: number; quantity: number }[] }) =>
        items.map((item) => [item.product_id / 5, item.quantity]),
      'CODE1',
    ),
  );
  grows(
    'a further sku bundle costs no less and saves no less',
    '[DISC-18]',
    skuBundleRules,
    'sku_bundle',
    setGrows,
    sets(
      ({ items }: { items: { variant_id: number; quantity: number }[] }) =>
        items.map((item) => [item.variant_id, item.quantity]),
      'SB1',
    ),
  );
  grows(
    'a further set of a tying offer costs no less and saves no less',
    '[DISC-19]',
    tyingRules,
    'tying',
    setGrows,
    sets(
      ({ main_product_ids, items }: { main_product_ids: number[]; items: { product_id: number }[] }) =>
        [...main_product_ids, ...items.map((item) => item.product_id)].map((id) => [id / 5, 1]),
      'TY1',
    ),
  );
  grows(
    'a further combination costs no less and saves no less',
    '[DISC-21]',
    combinationRules,
    'combination',
    setGrows,
    sets(
      ({ product_ids, pick }: { product_ids: number[]; pick: number }) => [[product_ids[0]! / 5, pick]],
      'CB1',
    ),
  );
});

test('huge amounts stay exact', () => {
  const shop = facts([variant(1, { price: 1_000_000_000 }), variant(2, { price: 999_999_999 })], {
    promotions: [
      offer('tier', 1, { condition: 'quantity', mode: 'percent', tiers: [{ min: 1, value: 33.33 }] }),
    ],
  });
  const stocked = {
    ...shop,
    variants: new Map([...shop.variants].map(([id, entry]) => [id, { ...entry, isTracked: false }])),
  };
  const bag = price([line(1, { quantity: 9999 }), line(2, { quantity: 9999 })], stocked);
  const amount = 9999n * 1_999_999_999n;
  expect(BigInt(bag.totalDiscount)).toBe((amount * 3333n + 5000n) / 10_000n);
  expect(BigInt(bag.totalPay) + BigInt(bag.totalDiscount)).toBe(amount);
});
