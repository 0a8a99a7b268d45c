/** Shipping rules (SHIPR-01, R36, R67). */
import { z } from 'zod';
import { deliveryEstimateSchema } from './delivery-estimate.ts';
import { money } from './fields.ts';

export const wireShippingRule = z.object({
  id: z.string(),
  title: z.string(),
  /** 1 by amount, 2 by weight (checkout only), 3 by units. */
  shipping_type: z.literal([1, 2, 3]),
  /** Amount, grams or units; both inclusive, max null: no upper bound. */
  min: z.number(),
  max: z.number().nullable(),
  /** null or 0: free. */
  shipping_amount: money.nullable(),
  /** Extension: a description such as "with a signature". */
  desc: z.string(),
  /** Extension: delivery estimate of the checkout with this method; null or absent for no estimate. */
  arrives: deliveryEstimateSchema.nullish(),
  /** Extension: this method requires a phone number. */
  needs_phone: z.boolean().optional(),
});
export type WireShippingRule = z.output<typeof wireShippingRule>;
