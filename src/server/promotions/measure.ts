/** Conditions by amount or by number of units. */
import type { z } from 'zod';
import { count, type RuleFields } from './rule-fields.ts';

export type Condition = 'amount' | 'quantity';

/** Returns the schema of a condition's `min`: money or units. */
export function minOf(condition: Condition, { money }: RuleFields): z.ZodType<number, unknown> {
  return condition === 'amount' ? money : count;
}

/** Returns the value that a condition compares with its min. */
export function conditionValue(condition: Condition, amount: number, quantity: number): number {
  return condition === 'amount' ? amount : quantity;
}
