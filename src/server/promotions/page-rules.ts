/** Describes the rules of a promotion for its page, one message per rule (R112). Pure; amounts are in minor units. */
import type { z } from 'zod';
import { nameVariants } from '../catalog/variant-names.ts';
import { bundleKind } from './kinds/bundle.ts';
import { combinationKind } from './kinds/combination.ts';
import { couponKind } from './kinds/coupon.ts';
import { fullGiftKind } from './kinds/full-gift.ts';
import { multiSpecKind } from './kinds/multi-spec.ts';
import { onePriceKind } from './kinds/one-price.ts';
import { skuBundleKind } from './kinds/sku-bundle.ts';
import { tierKind } from './kinds/tier.ts';
import { tyingKind } from './kinds/tying.ts';
import type { Promotion } from './promotion.ts';
import type { PromotionMessage, PromotionMessageParam } from './promotion-message.ts';
import { savingMessage } from './wire.ts';

type Mode = 'percent' | 'amount_off' | 'fixed_price';

/** A variant with its price under a one-price promotion. */
export interface PricedVariant {
  optionValues: readonly string[];
  /** Price before the promotion; `now` is the price under the promotion. Both in minor units. */
  price: number;
  now: number;
}

/**
 * Describes which variants a one-price promotion makes cheaper, and at what price: `18 cm now $49`. If one option alone determines
 * the price, lists only the values of that option.
 */
export function describeOnePrice(variants: readonly PricedVariant[]): PromotionMessage[] {
  // `to` is 0 if the promotion does not lower the price.
  const newPrices = variants.map(({ optionValues, price, now }) => ({
    optionValues,
    to: now < price ? now : 0,
  }));
  if (new Set(newPrices.map(({ to }) => to)).size === 1)
    return newPrices[0]!.to > 0 ? [hint('Now {0}', money(newPrices[0]!.to))] : [];
  const names = nameVariants(newPrices, ({ to }) => to);
  const named = new Map(newPrices.map(({ to }, at) => [names[at]!, to]));
  return [...named].flatMap(([name, to]) => (to > 0 ? [hint('{0} now {1}', name, money(to))] : []));
}

/** Product titles by variant id. */
type Titles = ReadonlyMap<number, string>;

/**
 * Describes the rules of a promotion. Returns an empty list if the rules are invalid or add nothing to the promotion's title.
 * @param gifts titles of the gift variants; a gift without a title is described as "a gift"
 */
export function describeRules({ kind, rules }: Promotion, gifts: Titles = new Map()): PromotionMessage[] {
  return describers[kind]?.(rules, gifts) ?? [];
}

const money = (amount: number): PromotionMessageParam => ({ money: amount });
const hint = (desc: string, ...params: PromotionMessageParam[]): PromotionMessage => ({ desc, params });

/** Returns a message such as `Buy {0}, save {1}%` (percentage) or `Buy {0}, save {1}` (amount); `start` is the first part. */
function saving(start: string, from: PromotionMessageParam, mode: Mode, value: number): PromotionMessage {
  return mode === 'percent'
    ? hint(`${start}, save {1}%`, from, value)
    : hint(`${start}, save {1}`, from, money(value));
}

function together(mode: Mode, value: number): PromotionMessage {
  if (mode === 'fixed_price') return hint('Together for {0}', money(value));
  return mode === 'percent'
    ? hint('Save {0}% on the set', value)
    : hint('Save {0} on each set', money(value));
}

/** Returns a promotion type's name and a function that describes its rules. The function returns an empty list for invalid rules. */
function wording<Rules extends z.ZodType>(
  { name, schema }: { name: string; schema: Rules },
  describe: (rules: z.output<Rules>, gifts: Titles) => PromotionMessage[],
): [name: string, (rules: unknown, gifts: Titles) => PromotionMessage[]] {
  return [
    name,
    (rules, gifts) => {
      const read = schema.safeParse(rules);
      return read.success ? describe(read.data, gifts) : [];
    },
  ];
}

/** Adds the largest discount to a message about a percentage: `Save {0}%, at most {1}`. */
function limited({ desc, params }: PromotionMessage, limit: number): PromotionMessage {
  return hint(`${desc}, at most {${params.length}}`, ...params, money(limit));
}

/** Returns what a coupon or tier saves from a minimum amount or quantity; a minimum of 0 is not mentioned. */
function savingFrom(
  condition: 'amount' | 'quantity',
  min: number,
  mode: 'percent' | 'amount_off',
  value: number,
): PromotionMessage {
  if (min === 0) return savingMessage({ mode, value });
  return condition === 'amount'
    ? saving('Spend {0}', money(min), mode, value)
    : saving('Buy {0}', min, mode, value);
}

const describers: Record<string, (rules: unknown, gifts: Titles) => PromotionMessage[]> = Object.fromEntries([
  wording(tierKind, ({ condition, mode, tiers }) =>
    tiers.map(({ min, value }) => savingFrom(condition, min, mode, value)),
  ),
  wording(couponKind, ({ condition, min, mode, value, max_discount: limit }) => {
    const saved = savingFrom(condition, min, mode, value);
    return [mode === 'percent' && limit !== null ? limited(saved, limit) : saved];
  }),
  wording(multiSpecKind, ({ tiers }) =>
    tiers.map(({ min, mode, value }) => saving('Buy {0}', min, mode, value)),
  ),
  wording(bundleKind, ({ mode, value }) => [together(mode, value)]),
  wording(skuBundleKind, ({ price }) => [together('fixed_price', price)]),
  wording(tyingKind, ({ tiers }) =>
    tiers.map(({ count, mode, value }) => saving('Buy {0} together', count, mode, value)),
  ),
  wording(combinationKind, ({ mode, pick, value }) => [
    mode === 'percent' ? saving('Any {0}', pick, mode, value) : hint('Any {0} for {1}', pick, money(value)),
  ]),
  wording(fullGiftKind, ({ condition, steps }, titles) => {
    const isAmount = condition === 'amount';
    const rising = steps.toSorted((left, right) => left.min - right.min);
    return rising.map(({ min, gifts }, at) => {
      // Do not list gifts that a lower tier already lists.
      const before = new Set(rising.slice(0, at).flatMap((step) => step.gifts.map((one) => one.variant_id)));
      const named = gifts.flatMap(({ variant_id }) =>
        before.has(variant_id) ? [] : (titles.get(variant_id) ?? []),
      );
      const from = isAmount ? money(min) : min;
      if (named.length === 0) return hint(isAmount ? 'A gift from {0}' : 'A gift from {0} pieces', from);
      return hint(isAmount ? 'Free {1} from {0}' : 'Free {1} from {0} pieces', from, named.join(', '));
    });
  }),
  wording(onePriceKind, (rules) =>
    rules.type !== 2
      ? [hint('Every piece at most {0}', money(rules.orderAmount))]
      : rules.rangeRules.map(({ minPrice, maxPrice, orderAmount }) =>
          hint('Prices from {0} to {1}: now {2}', money(minPrice), money(maxPrice), money(orderAmount)),
        ),
  ),
]);
