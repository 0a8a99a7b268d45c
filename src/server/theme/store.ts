import type { Queryable } from '../db/database.ts';
import { readSetting } from '../settings/store.ts';
import { type Setting, type SettingKey, settingDefaults, settingSchemas } from './settings.ts';

/**
 * Reads a setting of the look, or its default.
 * @param db `services.db.read`
 */
export async function readTheme<Key extends SettingKey>(db: Queryable, key: Key): Promise<Setting<Key>> {
  const schema = settingSchemas[key];
  const stored = await readSetting(db, key, schema);
  return (stored ?? schema.parse(settingDefaults[key])) as Setting<Key>;
}
