/** Setting `trackingUrl`: where parcels are followed (R88). */
import { z } from 'zod';
import type { Queryable } from '../db/database.ts';
import { readSetting } from '../settings/store.ts';

export const trackingUrlSchema = z
  .url({ protocol: /^https$/ })
  .refine((url) => url.includes('{number}'), {
    message: 'must contain {number}',
  })
  .describe(
    'https address of a tracking site; {number} is replaced by the tracking number. Default: 17track (R88).',
  );

/** The merchant's tracking site, 17track when none is set. */
export async function readTrackingUrl(db: Queryable): Promise<string> {
  return (
    (await readSetting(db, 'trackingUrl', trackingUrlSchema)) ?? 'https://t.17track.net/en#nums={number}'
  );
}
