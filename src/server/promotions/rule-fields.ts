/**
 * The fields that rules are made of. Each kind defines its rules once, in terms of these fields, for two formats of the same
 * shape: as stored (minor units, ids) and as a merchant writes them (amounts of money, handles, SKUs).
 */
import { z } from 'zod';

export interface RuleFields {
  /** Parsed to minor units. */
  money: z.ZodType<number, unknown>;
  /** Parsed to a product id. */
  product: z.ZodType<number, unknown>;
  /** Parsed to a variant id. */
  variant: z.ZodType<number, unknown>;
}

const id = z.number().int().min(1);

/** Largest amount in a rule, minor units: keeps the sums of a full bag exact. */
export const maxMoney = 100_000_000_000;

export const storedRuleFields: RuleFields = {
  money: z.number().int().min(0).max(maxMoney),
  product: id,
  variant: id,
};

/** A number of units, sets or different products. */
export const countSchema = z.number().int().min(1).max(9999);

/** Above 0, at most 100, in steps of 0.01. */
export const percentSchema = z.number().gt(0).max(100).multipleOf(0.01);

export function areUnique(values: readonly number[]): boolean {
  return new Set(values).size === values.length;
}
