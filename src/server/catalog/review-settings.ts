/** The merchant's settings of reviews. */
import { z } from 'zod';

/** Setting `comments`. */
export const reviewSettings = z.object({
  /** Reviews wait until the merchant approves them (R86); a shop that wants them shown at once sets false. */
  commentAudit: z.boolean().default(true),
});
