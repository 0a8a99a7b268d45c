/** Schema of shipping rules (SHIPR-01, R36, R67). */
import { z } from 'zod';
import { deliveryEstimateSchema } from './delivery-estimate.ts';
import { money } from './fields.ts';

export const wireShippingRule = z.object({
  id: z.string(),
  title: z.string(),
  /** Condition of the rule: 1 amount of the order, 2 weight (checkout only), 3 number of units. */
  shipping_type: z.literal([1, 2, 3]),
  /**
   * Lower bound: an amount, a weight in grams or a number of units. Both bounds are inclusive; if `max` is null, there is no upper bound.
   */
  min: z.number(),
  max: z.number().nullable(),
  /** Shipping cost; null or 0 means free shipping. */
  shipping_amount: money.nullable(),
  /** API extension: description of the method, such as "with a signature". */
  desc: z.string(),
  /** API extension: delivery estimate of the checkout with this method; null or absent for no estimate. */
  arrives: deliveryEstimateSchema.nullish(),
  /** API extension: true if this method requires a phone number. */
  needs_phone: z.boolean().optional(),
});
export type WireShippingRule = z.output<typeof wireShippingRule>;
