/** Conditions by amount or by pieces. */
import type { z } from 'zod';
import { count, type RuleFields } from './rule-fields.ts';

export type Condition = 'amount' | 'quantity';

/** `min` of either condition: money, or pieces. */
export function minOf(condition: Condition, { money }: RuleFields): z.ZodType<number, unknown> {
  return condition === 'amount' ? money : count;
}

/** What a condition looks at. */
export function conditionValue(condition: Condition, amount: number, pieces: number): number {
  return condition === 'amount' ? amount : pieces;
}
