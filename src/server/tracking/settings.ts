/** The merchant's settings of the shop's own statistics. */
import { z } from 'zod';
import { isTimeZone } from '#lib/shop-day.ts';
import type { Queryable } from '../db/database.ts';
import { readSetting } from '../settings/store.ts';

/** Whose days the figures are counted by, such as `Europe/Berlin`. */
export const timeZoneSchema = z
  .string()
  .max(64)
  .refine(isTimeZone, 'must be a time zone such as Europe/Berlin');

/** False: pages tell nothing of visits, and fetch nothing that would. True unless set. */
export const visitsSchema = z.boolean();

/** The shop's time zone; UTC where the merchant names none. */
export async function readTimeZone(db: Queryable): Promise<string> {
  return (await readSetting(db, 'timeZone', timeZoneSchema)) ?? 'UTC';
}

/** Returns whether pages send visits and page views. */
export async function countsVisits(db: Queryable): Promise<boolean> {
  return (await readSetting(db, 'visits', visitsSchema)) !== false;
}
