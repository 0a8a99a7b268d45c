/** What a promotion's page says about its rules, a line each (R112). Pure; amounts are minor units. */
import type { z } from 'zod';
import type { Hint, HintValue } from './hint.ts';
import { bundleKind } from './kinds/bundle.ts';
import { combinationKind } from './kinds/combination.ts';
import { fullGiftKind } from './kinds/full-gift.ts';
import { multiSpecKind } from './kinds/multi-spec.ts';
import { onePriceKind } from './kinds/one-price.ts';
import { skuBundleKind } from './kinds/sku-bundle.ts';
import { tierKind } from './kinds/tier.ts';
import { tyingKind } from './kinds/tying.ts';
import type { Promotion } from './promotion.ts';

type Mode = 'percent' | 'amount_off' | 'fixed_price';

/** The rules of a promotion in words; none where they do not fit its kind, or the kind has nothing to add to its title. */
export function rulesInWords({ kind, rules }: Promotion): Hint[] {
  return words[kind]?.(rules) ?? [];
}

const money = (amount: number): HintValue => ({ money: amount });
const hint = (desc: string, ...params: HintValue[]): Hint => ({ desc, params });

/** `save {1}%` or `save {1}`, as the last part of a sentence. */
function saving(start: string, from: HintValue, mode: Mode, value: number): Hint {
  return mode === 'percent'
    ? hint(`${start}, save {1}%`, from, value)
    : hint(`${start}, save {1}`, from, money(value));
}

function together(mode: Mode, value: number): Hint {
  if (mode === 'fixed_price') return hint('Together for {0}', money(value));
  return mode === 'percent'
    ? hint('Save {0}% on the set', value)
    : hint('Save {0} on each set', money(value));
}

/** What a kind says of its rules; nothing where they are not the kind's. */
function wording<Rules extends z.ZodType>(
  { name, schema }: { name: string; schema: Rules },
  say: (rules: z.output<Rules>) => Hint[],
): [name: string, (rules: unknown) => Hint[]] {
  return [
    name,
    (rules) => {
      const read = schema.safeParse(rules);
      return read.success ? say(read.data) : [];
    },
  ];
}

const words: Record<string, (rules: unknown) => Hint[]> = Object.fromEntries([
  wording(tierKind, ({ condition, mode, tiers }) =>
    tiers.map(({ min, value }) =>
      condition === 'amount'
        ? saving('Spend {0}', money(min), mode, value)
        : saving('Buy {0}', min, mode, value),
    ),
  ),
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
  wording(fullGiftKind, ({ condition, steps }) =>
    steps.map(({ min }) =>
      condition === 'amount' ? hint('A gift from {0}', money(min)) : hint('A gift from {0} pieces', min),
    ),
  ),
  wording(onePriceKind, (rules) =>
    rules.type !== 2
      ? [hint('Every piece at most {0}', money(rules.orderAmount))]
      : rules.rangeRules.map(({ minPrice, maxPrice, orderAmount }) =>
          hint('From {0} to {1}: {2}', money(minPrice), money(maxPrice), money(orderAmount)),
        ),
  ),
]);
