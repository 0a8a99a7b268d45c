/** What a promotion's page says about its rules, a line each (R112). Pure; amounts are minor units. */
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

const words: Record<string, (rules: unknown) => Hint[] | undefined> = {
  [tierKind.name]: (rules) => {
    const read = tierKind.schema.safeParse(rules).data;
    const isMoney = read?.condition === 'amount';
    return read?.tiers.map(({ min, value }) =>
      saving(isMoney ? 'Spend {0}' : 'Buy {0}', isMoney ? money(min) : min, read.mode, value),
    );
  },
  [multiSpecKind.name]: (rules) =>
    multiSpecKind.schema
      .safeParse(rules)
      .data?.tiers.map(({ min, mode, value }) => saving('Buy {0}', min, mode, value)),
  [bundleKind.name]: (rules) => {
    const read = bundleKind.schema.safeParse(rules).data;
    return read && [together(read.mode, read.value)];
  },
  [skuBundleKind.name]: (rules) => {
    const read = skuBundleKind.schema.safeParse(rules).data;
    return read && [together('fixed_price', read.price)];
  },
  [tyingKind.name]: (rules) =>
    tyingKind.schema
      .safeParse(rules)
      .data?.tiers.map(({ count, mode, value }) => saving('Buy {0} together', count, mode, value)),
  [combinationKind.name]: (rules) => {
    const read = combinationKind.schema.safeParse(rules).data;
    if (!read) return undefined;
    return read.mode === 'percent'
      ? [saving('Any {0}', read.pick, 'percent', read.value)]
      : [hint('Any {0} for {1}', read.pick, money(read.value))];
  },
  [fullGiftKind.name]: (rules) => {
    const read = fullGiftKind.schema.safeParse(rules).data;
    return read?.steps.map(({ min }) =>
      read.condition === 'amount' ? hint('A gift from {0}', money(min)) : hint('A gift from {0} pieces', min),
    );
  },
  [onePriceKind.name]: (rules) => {
    const read = onePriceKind.schema.safeParse(rules).data;
    if (!read) return undefined;
    if (read.type !== 2) return [hint('Every piece at most {0}', money(read.orderAmount))];
    return read.rangeRules.map((rule) =>
      hint('From {0} to {1}: {2}', money(rule.minPrice), money(rule.maxPrice), money(rule.orderAmount)),
    );
  },
};
