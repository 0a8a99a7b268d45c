/** Promotions of each type, and the shop of the worked examples. Amounts are in minor units. */
import type { Promotion } from '#server/promotions/promotion.ts';
import { promotion } from './fixtures.ts';

const types: Record<string, number> = {
  tier: 1,
  code: 2,
  bundle: 2,
  oneprice: 3,
  tying: 4,
  multi_spec: 5,
  combination: 6,
  fullgift: 7,
  sku_bundle: 10,
};

/** Returns an active promotion of a type for all products. */
export function offer(kind: string, id: number, rules: object, changes: Partial<Promotion> = {}): Promotion {
  return promotion({
    id,
    kind,
    discountType: types[kind] ?? 0,
    title: `${kind} ${id}`,
    seoUrl: `${kind}-${id}`,
    rules,
    ...changes,
  });
}

export const onlyFor = (...ids: number[]): Partial<Promotion> => ({ rangeType: 2, rangeIds: new Set(ids) });

/** R101: 2 units 10%, 3 units 20%. */
export const piecesTier = {
  condition: 'quantity',
  mode: 'percent',
  tiers: [
    { min: 2, value: 10 },
    { min: 3, value: 20 },
  ],
};

/** R101: 50.00 gives 5.00 off, 100.00 gives 15.00 off. */
export const amountTier = {
  condition: 'amount',
  mode: 'amount_off',
  tiers: [
    { min: 5000, value: 500 },
    { min: 10_000, value: 1500 },
  ],
};
