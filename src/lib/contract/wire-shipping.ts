/** Shipping rules (SHIPR-01, R36, R67). */
import { z } from 'zod';
import { money } from './fields.ts';

export const wireShipping = z.object({
  id: z.string(),
  title: z.string(),
  /** 1 by amount, 2 by weight (checkout only), 3 by pieces. */
  shipping_type: z.literal([1, 2, 3]),
  /** Amount, grams or pieces; both inclusive, max null: no upper bound. */
  min: z.number(),
  max: z.number().nullable(),
  /** Null or 0: free. */
  shipping_amount: money.nullable(),
  /** Beyond the documents: a line such as "3 to 5 working days". */
  desc: z.string(),
});
export type WireShipping = z.output<typeof wireShipping>;
