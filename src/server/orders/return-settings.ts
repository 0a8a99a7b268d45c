/** Setting `returns`: how long the order page accepts return requests. If it is not set, the page offers no returns. */
import { z } from 'zod';
import { returnReasons } from '#lib/contract/return-reasons.ts';
import type { Queryable } from '../db/database.ts';
import { readSetting, type SettingValue } from '../settings/store.ts';

export const returnSettings = z.strictObject({
  days: z
    .number()
    .int()
    .min(1)
    .max(3650)
    .describe(
      'Days in which a customer can request a return, counted from the arrival of the parcel. If the arrival is unknown, they are counted from the last promised day or the dispatch, whichever is later.',
    ),
  reasons: z
    .array(z.enum(returnReasons))
    .min(1)
    .default([...returnReasons])
    .describe('Reasons that the form offers, in this order.'),
});
export type ReturnSettings = SettingValue<typeof returnSettings>;

/** Returns the setting; null if the shop does not accept return requests. */
export function readReturnSettings(db: Queryable): Promise<ReturnSettings | null> {
  return readSetting(db, 'returns', returnSettings);
}
