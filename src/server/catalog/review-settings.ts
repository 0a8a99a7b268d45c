/** The merchant's settings of reviews. */
import { z } from 'zod';

/** Setting `comments`. */
export const reviewSettings = z.object({
  /** Reviews wait until the merchant has read them (R86). */
  commentAudit: z.boolean().default(false),
});
