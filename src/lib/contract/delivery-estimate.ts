/** Schema of a delivery estimate. */
import { z } from 'zod';

/** First and last day of a delivery estimate, inclusive, in the destination's time zone, `YYYY-MM-DD`. */
export const deliveryEstimateSchema = z.object({ from: z.iso.date(), to: z.iso.date() });
export type DeliveryEstimate = z.output<typeof deliveryEstimateSchema>;
