/**
 * The fields rules are made of. Every kind writes its rules once, over these: as they are stored (minor units, ids) and as a
 * merchant writes them (amounts of money, handles, SKUs) they have the same shape.
 */
import { z } from 'zod';

export interface RuleFields {
  /** Becomes minor units. */
  money: z.ZodType<number, unknown>;
  /** Becomes a product's id. */
  product: z.ZodType<number, unknown>;
  /** Becomes a variant's id. */
  variant: z.ZodType<number, unknown>;
}

const id = z.number().int().min(1);

/** Largest amount a rule may name, minor units: sums of a full bag stay exact. */
export const maxMoney = 100_000_000_000;

export const storedFields: RuleFields = {
  money: z.number().int().min(0).max(maxMoney),
  product: id,
  variant: id,
};

/** Pieces, sets or different things. */
export const count = z.number().int().min(1).max(9999);

/** Above 0, at most 100; 12.5 is twelve and a half percent. */
export const percent = z.number().gt(0).max(100).multipleOf(0.01);

/** No two entries the same: `unique('product_id')` for objects. */
export function areUnique(values: readonly number[]): boolean {
  return new Set(values).size === values.length;
}
