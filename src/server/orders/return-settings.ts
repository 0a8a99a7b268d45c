/** Setting `returns`: for how long an order's page lets its buyer ask for a return; where it is not set, it does not. */
import { z } from 'zod';
import { returnReasons } from '#lib/contract/return-reasons.ts';
import type { Queryable } from '../db/database.ts';
import { readSetting } from '../settings/store.ts';

export const returnSettings = z.strictObject({
  /** Counted from the arrival of the parcel where it was noted, else from the promised last day or the sending, whichever was later. */
  days: z.number().int().min(1).max(3650),
  /** Offered in this order. */
  reasons: z
    .array(z.enum(returnReasons))
    .min(1)
    .default([...returnReasons]),
});
export type ReturnSettings = z.output<typeof returnSettings>;

/** Null where returns are not asked for in the shop. */
export function readReturnSettings(db: Queryable): Promise<ReturnSettings | null> {
  return readSetting(db, 'returns', returnSettings);
}
