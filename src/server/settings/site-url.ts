/** The address under which the shop was last served: commands of another environment write links and image addresses with it. */
import { z } from 'zod';
import type { Database } from '../db/database.ts';
import { readSetting, writeSetting } from './store.ts';

/** Row of `settings` that holds it. */
const key = 'siteUrl';
const schema = z.string();

/** Stores the address of a shop that starts. @param now ms UTC */
export async function recordSiteUrl(db: Database, siteUrl: string, now: number): Promise<void> {
  if ((await recordedSiteUrl(db)) === siteUrl) return;
  await db.transaction((trx) => writeSetting(trx, key, schema, siteUrl, now));
}

/** Returns the stored address; null before the first start. */
export function recordedSiteUrl(db: Database): Promise<string | null> {
  return readSetting(db.read, key, schema);
}
