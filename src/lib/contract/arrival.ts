/** When something arrives, as a shopper is told it: the same words on every surface. */
import { z } from 'zod';

/** Days of the place it goes to, both inclusive, `YYYY-MM-DD`. */
export const arrivalSchema = z.object({ from: z.iso.date(), to: z.iso.date() });
export type Arrival = z.output<typeof arrivalSchema>;
