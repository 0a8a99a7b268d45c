/** Delivery estimate. */
import { z } from 'zod';

/** Inclusive days in the destination's time zone, `YYYY-MM-DD`. */
export const deliveryEstimateSchema = z.object({ from: z.iso.date(), to: z.iso.date() });
export type DeliveryEstimate = z.output<typeof deliveryEstimateSchema>;
