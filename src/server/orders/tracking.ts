/** Setting `trackingUrl`: where parcels are followed (R88). */
import { z } from 'zod';
import type { Queryable } from '../db/database.ts';
import { readSetting } from '../settings/store.ts';

/** An https address with `{number}` where the parcel's number goes. */
export const trackingUrlSchema = z.url({ protocol: /^https$/ }).refine((url) => url.includes('{number}'), {
  message: 'must contain {number}',
});

/** The merchant's tracking site, 17track when none is set. */
export async function readTrackingUrl(db: Queryable): Promise<string> {
  return (
    (await readSetting(db, 'trackingUrl', trackingUrlSchema)) ?? 'https://t.17track.net/en#nums={number}'
  );
}
