import type { Queryable } from '../db/database.ts';
import { parseSetting, readStoredText } from '../settings/store.ts';
import { type Setting, type SettingKey, settingDefaults, settingSchemas } from './settings.ts';

/** Reads a theme setting; returns the default if it is not set. @param db `services.db.read` */
export async function readThemeSetting<Key extends SettingKey>(
  db: Queryable,
  key: Key,
): Promise<Setting<Key>> {
  const stored = (await readStoredText(db, key)) ?? JSON.stringify(settingDefaults[key]);
  return parseSetting(key, settingSchemas[key], stored) as Setting<Key>;
}
