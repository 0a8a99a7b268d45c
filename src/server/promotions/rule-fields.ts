/**
 * Field schemas from which promotion rules are built. Each promotion type defines its rules once, and these fields adapt them to
 * two formats: as stored (minor units, ids) and as merchants write them (amounts of money, handles, SKUs).
 */
import { z } from 'zod';

export interface RuleFields {
  /** An amount of money, parsed to minor units. */
  money: z.ZodType<number, unknown>;
  /** A product, parsed to its id. */
  product: z.ZodType<number, unknown>;
  /** A variant, parsed to its id. */
  variant: z.ZodType<number, unknown>;
}

const id = z.number().int().min(1);

/** Largest amount in a rule, in minor units. The limit keeps the totals of a full bag within the range of safe integers. */
export const maxMoney = 100_000_000_000;

export const storedRuleFields: RuleFields = {
  money: z.number().int().min(0).max(maxMoney),
  product: id,
  variant: id,
};

/** A number of units, sets or different products. */
export const countSchema = z.number().int().min(1).max(9999);

/** A percentage above 0, at most 100, in steps of 0.01. */
export const percentSchema = z.number().gt(0).max(100).multipleOf(0.01);

export function areUnique(values: readonly number[]): boolean {
  return new Set(values).size === values.length;
}
