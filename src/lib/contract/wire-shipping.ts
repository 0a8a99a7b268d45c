/** Shipping rules (SHIPR-01, R36, R67). */
import { z } from 'zod';
import { arrivalSchema } from './arrival.ts';
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
  /** Beyond the documents: a line such as "with a signature". */
  desc: z.string(),
  /** Beyond the documents: when a checkout's goods arrive by it; null or left out where nothing is promised. */
  arrives: arrivalSchema.nullish(),
  /** Beyond the documents: an order sent this way needs a phone number; left out where it does not. */
  needs_phone: z.boolean().optional(),
});
export type WireShipping = z.output<typeof wireShipping>;
