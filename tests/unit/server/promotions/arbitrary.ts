/** Arbitrary shops, promotions and bags: all numbers are small, so that promotions meet on the same lines. */

import type { VariantRecord } from '#server/catalog/records.ts';
import type { BagLine } from '#server/promotions/priced-bag.ts';
import type { PricingData } from '#server/promotions/pricing-data.ts';
import type { Promotion } from '#server/promotions/promotion.ts';
import { fc } from '../../../fast-check.ts';
import { facts, line, now, variant } from './fixtures.ts';
import { offer } from './offers.ts';

const variantIds = [1, 2, 3, 4, 5, 6, 7, 8];
const productIds = [10, 20, 30, 40];
/** Returns the product of a variant; each product has two. */
export const productOf = (variantId: number) => Math.ceil(variantId / 2) * 10;

const money = (max = 5000) => fc.integer({ min: 0, max });
const percent = fc.constantFrom(0.5, 3, 5, 10, 12.5, 20, 33.33, 50, 99.99, 100);
const count = (max = 4) => fc.integer({ min: 1, max });
const ids = (all: readonly number[], min = 1) => fc.uniqueArray(fc.constantFrom(...all), { minLength: min });

/** Steps whose minimum and value rise together. */
function steps(min: fc.Arbitrary<number>, value: fc.Arbitrary<number>) {
  return fc
    .tuple(
      fc.uniqueArray(min, { minLength: 1, maxLength: 3 }),
      fc.array(value, { minLength: 3, maxLength: 3 }),
    )
    .map(([mins, values]) => {
      const rising = values.toSorted((a, b) => a - b);
      return mins.toSorted((a, b) => a - b).map((at, index) => ({ min: at, value: rising[index]! }));
    });
}

function valued(modes: readonly string[]): fc.Arbitrary<{ mode: string; value: number }> {
  return fc
    .constantFrom(...modes)
    .chain((mode) => (mode === 'percent' ? percent : money()).map((value) => ({ mode, value })));
}

export const tierRules = fc
  .tuple(fc.constantFrom('amount', 'quantity'), fc.constantFrom('percent', 'amount_off'))
  .chain(([condition, mode]) =>
    steps(condition === 'amount' ? money(15_000) : count(6), mode === 'percent' ? percent : money()).map(
      (tiers) => ({ condition, mode, tiers }),
    ),
  );

export const multiSpecRules = fc
  .tuple(fc.constantFrom('piece', 'variant'), fc.constantFrom('percent', 'amount_off'))
  .chain(([count_by, mode]) =>
    steps(count(5), mode === 'percent' ? percent : money(1000)).map((tiers) => ({
      count_by,
      tiers: tiers.map((tier) => ({ ...tier, mode })),
    })),
  );

export const bundleRules = fc
  .tuple(
    ids(productIds, 2).chain((products) =>
      fc.tuple(...products.map((product_id) => count(2).map((quantity) => ({ product_id, quantity })))),
    ),
    valued(['fixed_price', 'percent', 'amount_off']),
  )
  .map(([items, off]) => ({ items, ...off }));

export const skuBundleRules = fc.record({
  items: ids(variantIds, 2).chain((variants) =>
    fc.tuple(...variants.map((variant_id) => count(2).map((quantity) => ({ variant_id, quantity })))),
  ),
  price: money(),
});

export const tyingRules = fc
  .tuple(
    fc.shuffledSubarray(productIds, { minLength: 2 }),
    valued(['percent', 'amount_off']),
    valued(['percent']),
  )
  .map(([products, two, three]) => ({
    main_product_ids: products.slice(0, 1),
    items: products.slice(1).map((product_id) => ({ product_id })),
    tiers: [
      { count: 2, ...two },
      { count: 3, ...three },
    ],
  }));

export const combinationRules = fc
  .tuple(ids(productIds, 2), fc.integer({ min: 2, max: 4 }), valued(['fixed_price', 'percent']))
  .map(([product_ids, pick, off]) => ({ product_ids, pick, ...off }));

export const giftRules = fc
  .tuple(fc.constantFrom('amount', 'quantity'), fc.boolean())
  .chain(([condition, isRising]) =>
    fc
      .tuple(
        fc.uniqueArray(condition === 'amount' ? money(12_000) : count(8), { minLength: 1, maxLength: 3 }),
        fc.array(fc.tuple(ids(variantIds), fc.integer({ min: 0, max: 2 })), { minLength: 3, maxLength: 3 }),
      )
      .map(([mins, gifts]) => ({
        condition,
        steps: (isRising ? mins.toSorted((a, b) => a - b) : mins).map((min, index) => ({
          position: index + 1,
          min,
          gifts: gifts[index]![0].slice(0, 2).map((variant_id) => ({
            product_id: productOf(variant_id),
            variant_id,
            auto_car: gifts[index]![1],
          })),
        })),
      })),
  );

export const onePriceRules = fc.oneof(
  money(3000).map((orderAmount) => ({ type: 1, orderAmount })),
  fc
    .tuple(money(2000), money(2000), money(2000))
    .map((amounts) => amounts.toSorted((a, b) => a - b))
    .map(([orderAmount, minPrice, maxPrice]) => ({
      type: 2,
      rangeRules: [{ minPrice, maxPrice, orderAmount }],
    })),
);

export const couponRules = fc
  .tuple(
    valued(['percent', 'amount_off']),
    fc.constantFrom('amount', 'quantity'),
    fc.integer({ min: 0, max: 5 }),
    fc.option(money()),
    fc.boolean(),
    fc.boolean(),
  )
  .map(([off, condition, min, max_discount, stack, auto_fill]) => ({
    ...off,
    condition,
    min: condition === 'amount' ? min * 1000 : min,
    max_discount,
    stack,
    auto_fill,
  }));

const ofKind: Record<string, fc.Arbitrary<object>> = {
  tier: tierRules,
  code: couponRules,
  bundle: bundleRules,
  oneprice: onePriceRules,
  tying: tyingRules,
  multi_spec: multiSpecRules,
  combination: combinationRules,
  fullgift: giftRules,
  sku_bundle: skuBundleRules,
};

const range = fc.oneof(
  fc.constant({ rangeType: 1 as const, rangeIds: new Set<number>() }),
  ids(productIds).map((some) => ({ rangeType: 2 as const, rangeIds: new Set(some) })),
  ids([1, 2, 3]).map((some) => ({ rangeType: 3 as const, rangeIds: new Set(some) })),
);

/** Up to twelve promotions of all types; their codes contain their ids. */
export const somePromotions: fc.Arbitrary<Promotion[]> = fc
  .array(
    fc.constantFrom(...Object.keys(ofKind)).chain((kind) =>
      fc.record({
        kind: fc.constant(kind),
        rules: ofKind[kind]!,
        range,
        priority: fc.integer({ min: 0, max: 2 }),
        isActive: fc.integer({ min: 0, max: 9 }).map((chance) => chance > 0),
      }),
    ),
    { maxLength: 12 },
  )
  .map((made) =>
    made.map(({ kind, rules, range: where, priority, isActive }, index) =>
      offer(kind, index + 1, rules, {
        ...where,
        priority,
        code: kind === 'code' || kind === 'bundle' ? `CODE${index + 1}` : '',
        endsAt: isActive ? now + 1 : now,
      }),
    ),
  );

export const someVariants: fc.Arbitrary<VariantRecord[]> = fc.tuple(
  ...variantIds.map((id) =>
    fc
      .record({
        price: fc.oneof({ weight: 9, arbitrary: money(4000) }, { weight: 1, arbitrary: fc.constant(0) }),
        stock: fc.constantFrom(0, 1, 3, 50, 9999),
      })
      .map((changes) => variant(id, { ...changes, productId: productOf(id) })),
  ),
);

/** Assigns each product to some of the collections 1 to 3. */
const someCollections = fc
  .tuple(...productIds.map(() => ids([1, 2, 3], 0)))
  .map((all) => new Map(productIds.map((id, index) => [id, all[index]!])));

const codes = Array.from({ length: 12 }, (_, index) => [
  `CODE${index + 1}`,
  `SB${index + 1}`,
  `TY${index + 1}`,
  `CB${index + 1}`,
]).flat();

const plainLine = fc
  .record({
    variantId: fc.constantFrom(...variantIds),
    quantity: fc.oneof(
      { weight: 9, arbitrary: count(5) },
      { weight: 1, arbitrary: fc.constantFrom(98, 99, 9999) },
    ),
    isSelected: fc.integer({ min: 0, max: 5 }),
  })
  .map(({ variantId, quantity, isSelected }) => [
    line(variantId, { productId: productOf(variantId), quantity, isSelected: isSelected > 0 }),
  ]);

const giftLine = fc
  .record({
    variantId: fc.constantFrom(...variantIds),
    id: count(12),
    position: count(3),
    quantity: count(2),
  })
  .map(({ variantId, id, position, quantity }) => [
    line(variantId, {
      productId: productOf(variantId),
      quantity,
      isGift: true,
      giftDiscountId: id,
      giftPosition: position,
    }),
  ]);

/** Returns a promotion's gift lines as the bag adds them, sometimes one too many. */
function giftsOf(promotion: Promotion, step: number, lines: number): BagLine[] {
  const { steps } = promotion.rules as {
    steps: { position: number; gifts: { product_id: number; variant_id: number }[] }[];
  };
  const { position, gifts } = steps[step % steps.length]!;
  return gifts.flatMap(({ product_id, variant_id }) =>
    Array.from({ length: lines }, () =>
      line(variant_id, {
        productId: product_id,
        isGift: true,
        giftDiscountId: promotion.id,
        giftPosition: position,
      }),
    ),
  );
}

/** Returns a set of a promotion as its page adds it, sometimes an invalid one. */
function setOf({ kind, rules, code, id }: Promotion, sets: number, pick: number): BagLine[] {
  const given = rules as {
    items: { product_id?: number; variant_id?: number; quantity?: number }[];
    main_product_ids: number[];
    product_ids: number[];
    pick: number;
  };
  const of = (product: number) => product / 5 - (pick % 2);
  const item = (variantId: number, unit: number, ofGroup: string) =>
    line(variantId, { productId: productOf(variantId), quantity: unit * sets, code: ofGroup, unit });
  if (kind === 'bundle') return given.items.map((part) => item(of(part.product_id!), part.quantity!, code));
  if (kind === 'sku_bundle')
    return given.items.map((part) => item(part.variant_id!, part.quantity!, `SB${id}`));
  if (kind === 'tying')
    return [...given.main_product_ids, ...given.items.map((part) => part.product_id!)].map((product) =>
      item(of(product), 1, `TY${id}`),
    );
  if (kind === 'combination')
    return Array.from({ length: given.pick }, (_, index) =>
      item(of(given.product_ids[index % given.product_ids.length]!), 1, `CB${id}`),
    );
  return [];
}

const wrongGroup = fc
  .tuple(fc.array(plainLine, { minLength: 1, maxLength: 3 }), fc.constantFrom(...codes))
  .map(([lines, code]) => lines.flat().map((entry) => ({ ...entry, code })));

/** Returns bags for these promotions; every line has its own random id. */
export function someBag(promotions: readonly Promotion[]): fc.Arbitrary<BagLine[]> {
  const groups = promotions.filter(({ kind }) =>
    ['bundle', 'sku_bundle', 'tying', 'combination'].includes(kind),
  );
  const wholeGroup =
    groups.length === 0
      ? plainLine
      : fc
          .tuple(fc.constantFrom(...groups), count(3), count(2))
          .map(([promotion, sets, pick]) => setOf(promotion, sets, pick));
  const giving = promotions.filter(({ kind }) => kind === 'fullgift');
  const ownGifts =
    giving.length === 0
      ? plainLine
      : fc
          .tuple(fc.constantFrom(...giving), fc.nat(2), count(3))
          .map(([promotion, step, lines]) => giftsOf(promotion, step, lines));
  const part = fc.oneof(
    { weight: 6, arbitrary: plainLine },
    { weight: 3, arbitrary: wholeGroup },
    { weight: 1, arbitrary: wrongGroup },
    { weight: 1, arbitrary: giftLine },
    { weight: 2, arbitrary: ownGifts },
  );
  return fc.array(part, { maxLength: 9 }).map((parts) =>
    parts.flatMap((lines, group) =>
      lines.map((entry, index) => ({
        ...entry,
        group: entry.code === '' ? '' : String(group),
        // The ids are not in the order of the lines, so that ties broken by id show.
        randomId: `${(group * 7 + index * 3) % 11}-${group}-${index}`,
      })),
    ),
  );
}

export interface Case {
  shop: PricingData;
  lines: BagLine[];
  coupon: string;
  isConfirmed: boolean;
}

/** A shop in one of three currencies, with promotions, a bag and a coupon. */
export const someCase: fc.Arbitrary<Case> = somePromotions.chain((promotions) =>
  fc.record({
    shop: fc
      .tuple(someVariants, someCollections, fc.constantFrom('JPY', 'USD', 'KWD'))
      .map(([variants, collections, currency]) => facts(variants, { promotions, collections, currency })),
    lines: someBag(promotions),
    coupon: fc.oneof(
      fc.constant(''),
      fc.constantFrom('CODE1', ...promotions.filter(({ kind }) => kind === 'code').map(({ code }) => code)),
    ),
    isConfirmed: fc.boolean(),
  }),
);
