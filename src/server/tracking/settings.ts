/** Settings of the shop's own visit statistics. */
import { z } from 'zod';
import { isTimeZone } from '#lib/shop-day.ts';
import type { Queryable } from '../db/database.ts';
import { readSetting } from '../settings/store.ts';

export const timeZoneSchema = z
  .string()
  .max(64)
  .refine(isTimeZone, 'must be a time zone such as Europe/Berlin')
  .describe(
    'Time zone of the shop for reports and invoices, such as Europe/Berlin. Reports use UTC if it is not set.',
  );

export const visitsSchema = z
  .boolean()
  .describe('false: pages send no visit data, and load no script for it. Default: true.');

/** Returns the shop's time zone; UTC if it is not set. */
export async function readTimeZone(db: Queryable): Promise<string> {
  return (await readSetting(db, 'timeZone', timeZoneSchema)) ?? 'UTC';
}

/** Returns whether pages send visits and page views. */
export async function isVisitTrackingEnabled(db: Queryable): Promise<boolean> {
  return (await readSetting(db, 'visits', visitsSchema)) !== false;
}
