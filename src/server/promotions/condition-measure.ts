/** Conditions by amount or by number of units. */
import type { z } from 'zod';
import { countSchema, type RuleFields } from './rule-fields.ts';

export type ConditionMeasure = 'amount' | 'quantity';

/** Returns the schema of a condition's `min`: money or units. */
export function conditionMinSchema(
  condition: ConditionMeasure,
  { money }: RuleFields,
): z.ZodType<number, unknown> {
  return condition === 'amount' ? money : countSchema;
}

/** Returns the value that a condition compares with its min. */
export function conditionValue(condition: ConditionMeasure, amount: number, quantity: number): number {
  return condition === 'amount' ? amount : quantity;
}
