/** Stores the URL at which the shop was last served. Commands that run in another environment build links and image URLs from it. */
import { z } from 'zod';
import type { Database } from '../db/database.ts';
import { readSetting, writeSetting } from './store.ts';

const key = 'siteUrl';
const schema = z.string();

/** Stores the site URL when the shop starts. @param now ms UTC */
export async function recordSiteUrl(db: Database, siteUrl: string, now: number): Promise<void> {
  if ((await readSiteUrl(db)) === siteUrl) return;
  await db.transaction((trx) => writeSetting(trx, key, schema, siteUrl, now));
}

/** Returns the stored site URL; null before the shop's first start. */
export function readSiteUrl(db: Database): Promise<string | null> {
  return readSetting(db.read, key, schema);
}
