import { z } from 'zod';

/** Schema of the setting `comments`. */
export const reviewSettingsSchema = z.object({
  commentAudit: z
    .boolean()
    .default(true)
    .describe('true: reviews wait until you approve them. false: they are shown immediately (R86).'),
});
