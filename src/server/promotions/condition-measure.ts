/** Promotion conditions, measured either by amount or by number of units. */
import type { z } from 'zod';
import { countSchema, type RuleFields } from './rule-fields.ts';

export type ConditionMeasure = 'amount' | 'quantity';

/** Returns the schema of a condition's `min`: an amount of money or a number of units. */
export function conditionMinSchema(
  condition: ConditionMeasure,
  { money }: RuleFields,
): z.ZodType<number, unknown> {
  return condition === 'amount' ? money : countSchema;
}

/** Returns the value to compare with a condition's `min`: the amount or the number of units. */
export function conditionValue(condition: ConditionMeasure, amount: number, quantity: number): number {
  return condition === 'amount' ? amount : quantity;
}
