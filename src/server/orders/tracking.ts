/** Setting `trackingUrl`: the site on which customers track parcels (R88). */
import { z } from 'zod';
import type { Queryable } from '../db/database.ts';
import { readSetting } from '../settings/store.ts';

export const trackingUrlSchema = z
  .url({ protocol: /^https$/ })
  .refine((url) => url.includes('{number}'), {
    message: 'must contain {number}',
  })
  .describe(
    'https URL of a tracking site; {number} is replaced by the tracking number. Default: 17track (R88).',
  );

/** Returns the URL template of the merchant's tracking site; 17track's by default. */
export async function readTrackingUrl(db: Queryable): Promise<string> {
  return (
    (await readSetting(db, 'trackingUrl', trackingUrlSchema)) ?? 'https://t.17track.net/en#nums={number}'
  );
}
